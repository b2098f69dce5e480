# wrong: a little below the bound | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 2 / curvature - 1e-3
