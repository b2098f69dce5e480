def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x = x0
    n = 0
    while x > tolerance:
        slope = curvature * x
        x = x - learning_rate * slope
        n = n + 1
    return n
