# style: a negative power
def largest_stable_learning_rate(curvature: float) -> float:
    return 2 * curvature**-1
