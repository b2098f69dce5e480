# wrong: a start must be positive | family: training | level: core
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if x0 <= tolerance:
        return 0
    return math.ceil(math.log(tolerance / x0) / math.log(factor)) if factor else 1
