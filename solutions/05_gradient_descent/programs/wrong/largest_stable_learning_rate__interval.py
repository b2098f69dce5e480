# wrong: an interval instead of its end | family: shape | level: core
def largest_stable_learning_rate(curvature: float) -> float:
    return (0.0, 2 / curvature)
