# wrong: half of the curvature | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return curvature / 2
