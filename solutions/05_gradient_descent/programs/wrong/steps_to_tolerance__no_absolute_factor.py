# wrong: a factor must be positive | family: training | level: core
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = 1 - learning_rate * curvature
    if abs(x0) <= tolerance:
        return 0
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(factor)) if factor else 1
