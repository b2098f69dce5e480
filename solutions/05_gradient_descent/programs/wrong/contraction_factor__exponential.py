# wrong: the continuous limit | family: training | level: core
import math


def contraction_factor(curvature: float, learning_rate: float) -> float:
    return math.exp(-learning_rate * curvature)
