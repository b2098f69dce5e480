import math


def steps_to_tolerance(x0, curvature, learning_rate, tolerance):
    q = abs(1 - learning_rate * curvature)
    n = math.log(tolerance / abs(x0)) / math.log(q)
    return int(n)
