# style: logarithms rounded up
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    factor = abs(1.0 - learning_rate * curvature)
    return 1 if factor == 0 else math.ceil(math.log(tolerance / abs(x0)) / math.log(factor))
