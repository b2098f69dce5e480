def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    start = abs(x0)
    if start <= tolerance:
        return 0
    shrink = 1 - curvature * learning_rate
    if shrink == 0:
        return 1
    # start * shrink**n <= tolerance, solved for n
    return math.ceil((math.log(tolerance) - math.log(start)) / math.log(shrink))
