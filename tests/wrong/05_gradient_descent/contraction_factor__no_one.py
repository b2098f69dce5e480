# wrong: the 1 forgotten | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return abs(learning_rate * curvature)
