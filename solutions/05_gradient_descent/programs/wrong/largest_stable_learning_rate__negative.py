# wrong: a negative rate | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return -2 / curvature
