def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x = x0
    n = 0
    while x > tolerance:
        gradient = curvature * x
        x -= learning_rate * gradient
        n += 1
    return n
