def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    """Walk until we are close enough and count the steps."""
    shrink = 1.0 - learning_rate * curvature
    distance = abs(x0)
    n = 0
    while distance > tolerance:
        distance = distance * shrink
        n += 1
    return n
