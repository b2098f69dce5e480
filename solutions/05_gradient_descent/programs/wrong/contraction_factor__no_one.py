# wrong: the step alone, without the point it starts from | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return abs(learning_rate * curvature)
