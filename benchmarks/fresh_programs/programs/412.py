def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    # just do the descent and count
    x = x0
    n = 0
    while x > tolerance:
        x = x - learning_rate * curvature * x
        n += 1
    return n
