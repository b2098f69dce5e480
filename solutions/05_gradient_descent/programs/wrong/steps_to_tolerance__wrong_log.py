# wrong: logarithm to base 10 over natural | family: training | level: core
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance or factor == 0:
        return int(abs(x0) > tolerance)
    return math.ceil(math.log10(tolerance / abs(x0)) / math.log(factor))
