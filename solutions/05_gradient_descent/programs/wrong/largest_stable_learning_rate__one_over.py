# wrong: the best rate instead of the largest | family: training | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return 1 / curvature
