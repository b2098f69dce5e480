def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    rho = abs(1 - learning_rate * curvature)
    # x changes by learning_rate * f'(x) in a step, and this shrinks by rho every time
    size = learning_rate * curvature * abs(x0)
    if size <= tolerance:
        return 0
    if rho == 0:
        return 1
    n = math.log(tolerance / size) / math.log(rho)
    return math.ceil(n - 1e-9)
