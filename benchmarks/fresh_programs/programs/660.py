def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    position, count = x0, 0
    while position > tolerance:
        slope = curvature * position
        position = position - learning_rate * slope
        count += 1
    return count
