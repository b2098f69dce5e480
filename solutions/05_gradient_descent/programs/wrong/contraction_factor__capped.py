# wrong: capped at 1 | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return min(1.0, abs(1 - learning_rate * curvature))
