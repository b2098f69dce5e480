# style: a difference of logarithms, a float
import numpy as np


def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - curvature * learning_rate)
    if abs(x0) <= tolerance:
        return 0.0
    if factor == 0.0:
        return 1.0
    return np.ceil((np.log(tolerance) - np.log(abs(x0))) / np.log(factor))
