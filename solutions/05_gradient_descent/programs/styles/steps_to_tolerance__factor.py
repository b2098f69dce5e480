# style: powers of the factor
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor, n = abs(1 - learning_rate * curvature), 0
    while abs(x0) * factor**n > tolerance:
        n += 1
    return n
