# wrong: divides by a start at 0 | family: stability | level: robustness
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if factor == 0:
        return int(abs(x0) > tolerance)
    return max(0, math.ceil(math.log(tolerance / abs(x0)) / math.log(factor)))
