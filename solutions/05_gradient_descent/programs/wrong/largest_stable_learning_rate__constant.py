# wrong: 2, whatever the curvature is | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 2.0
