def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    q = abs(1 - learning_rate * curvature)
    if q == 0:
        return 1
    n = math.log(tolerance / abs(x0)) / math.log(q)
    return max(0, math.ceil(n))
