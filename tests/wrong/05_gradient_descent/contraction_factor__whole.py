# wrong: whole numbers | family: dtype | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return abs(1 - int(learning_rate * curvature))
