# style: numpy
import numpy as np


def largest_stable_learning_rate(curvature: float) -> float:
    return np.divide(2.0, curvature)
