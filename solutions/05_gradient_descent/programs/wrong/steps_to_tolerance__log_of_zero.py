# wrong: the logarithm of a factor of 0 | family: stability | level: robustness
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    factor = abs(1 - learning_rate * curvature)
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(factor))
