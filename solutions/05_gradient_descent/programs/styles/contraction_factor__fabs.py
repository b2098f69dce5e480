# style: math.fabs
import math


def contraction_factor(curvature: float, learning_rate: float) -> float:
    return math.fabs(1 - curvature * learning_rate)
