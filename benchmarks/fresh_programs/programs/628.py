def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    if abs(x0) <= tolerance:
        return 0
    shrink = abs(1 - learning_rate * curvature)
    if shrink == 0:
        return 1
    # shrink ** n <= tolerance, solved for n
    n = math.log(tolerance) / math.log(shrink)
    return math.ceil(n)
