def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x = x0
    n = 0
    # simply run gradient descent, f'(x) = curvature * x
    while abs(x) >= tolerance:
        x -= learning_rate * curvature * x
        n += 1
    return n
