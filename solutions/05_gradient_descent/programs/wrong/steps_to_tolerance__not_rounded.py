# wrong: not a whole number | family: training | level: core
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance or factor == 0:
        return 0 if abs(x0) <= tolerance else 1
    return math.log(tolerance / abs(x0)) / math.log(factor)
