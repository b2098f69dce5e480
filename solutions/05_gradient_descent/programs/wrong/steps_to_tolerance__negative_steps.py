# wrong: a negative number of steps for a good start | family: training | level: core
import math


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if factor == 0 or x0 == 0:
        return int(abs(x0) > tolerance)
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(factor))
