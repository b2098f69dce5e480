def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, n = x0, 0
    while x > tolerance:
        slope = curvature * x
        x -= learning_rate * slope
        n += 1
    return n
