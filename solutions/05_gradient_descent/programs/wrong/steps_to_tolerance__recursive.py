# wrong: a recursion that is too deep | family: stability | level: robustness
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    return 1 + steps_to_tolerance(x0 - learning_rate * curvature * x0, curvature, learning_rate, tolerance)
