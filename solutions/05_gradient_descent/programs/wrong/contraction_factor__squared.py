# wrong: squared | family: training | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return (1 - learning_rate * curvature) ** 2
