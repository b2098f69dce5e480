# wrong: rounds down what lies 0.001 above a whole number | family: formula | level: core
import math


def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    if abs(x0) <= tolerance:
        return 0
    r = abs(1 - learning_rate * curvature)
    if r == 0:
        return 1
    return math.ceil(math.log(tolerance / abs(x0)) / math.log(r) - 1e-3)
