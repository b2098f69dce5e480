# wrong: a root of a square | family: dtype | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return complex(1 - learning_rate * curvature)
