# wrong: x² instead of x²/2, turned round | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 4 / curvature
