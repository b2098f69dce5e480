# wrong: rounded | family: formula | level: robustness
def largest_stable_learning_rate(curvature: float) -> float:
    return round(2 / curvature, 6)
