def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance = abs(x0)
    if distance <= tolerance:
        return 0
    rate = abs(1 - learning_rate * curvature)
    if rate == 0:
        return 1
    # distance * rate**n = tolerance, solved for n
    n = math.log(tolerance / distance) / math.log(rate)
    return int(n)
