# wrong: curvature minus rate | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return abs(curvature - learning_rate)
