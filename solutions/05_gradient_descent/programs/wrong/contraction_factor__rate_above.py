# wrong: refuses a learning rate of 0 | family: stability | level: robustness
def contraction_factor(curvature: float, learning_rate: float) -> float:
    factor = abs(1 - learning_rate * curvature)
    return factor if factor != 1 else 0.999
