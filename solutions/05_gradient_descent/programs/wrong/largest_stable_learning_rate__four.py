# wrong: the half of x²/2 counted the wrong way | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 4 / curvature
