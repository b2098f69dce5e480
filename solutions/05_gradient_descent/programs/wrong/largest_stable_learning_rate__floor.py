# wrong: rounded to a whole number | family: dtype | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 2 // curvature
