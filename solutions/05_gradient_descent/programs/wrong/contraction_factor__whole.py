# wrong: rounded to a whole number | family: dtype | level: core
def contraction_factor(curvature: float, learning_rate: float) -> float:
    return abs(1 - int(learning_rate * curvature))
