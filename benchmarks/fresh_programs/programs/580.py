def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    distance = abs(x0)
    if distance <= tolerance:
        return 0
    q = abs(1 - curvature * learning_rate)
    if q == 0:
        return 1
    # distance * q^n = tolerance, solved for n
    n = (math.log(tolerance) - math.log(distance)) / math.log(q)
    return max(1, round(n))
