# wrong: rounded down, plus one | family: training | level: core
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance:
        return 0
    if factor == 0:
        return 1
    return math.floor(math.log(tolerance / abs(x0)) / math.log(factor)) + 1
