def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = 1 - learning_rate * curvature
    distance = abs(x0)
    n = 0
    while distance > tolerance:
        distance = distance * factor
        n += 1
    return n
