# wrong: the half of x²/2 is forgotten | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 1 / (2 * curvature)
