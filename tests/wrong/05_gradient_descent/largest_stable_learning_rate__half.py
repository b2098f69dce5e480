# wrong: curvature halved | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return curvature / 2
