# wrong: the sign is turned | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return learning_rate * curvature - 1
