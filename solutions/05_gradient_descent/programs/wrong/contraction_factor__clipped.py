# wrong: never below 0: clipped | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return max(0.0, 1 - learning_rate * curvature)
