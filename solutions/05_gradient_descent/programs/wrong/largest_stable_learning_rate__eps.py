# wrong: an eps below the line | family: stability | level: robustness
def largest_stable_learning_rate(curvature: float) -> float:
    return 2 / (curvature + 1e-6)
