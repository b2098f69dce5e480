def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    shrink = abs(1 - learning_rate * curvature)
    if shrink == 0:
        return 1  # one jump, right into the minimum
    # |x0| * shrink^n = tolerance   =>   n = log(tolerance / |x0|) / log(shrink)
    n = math.log(tolerance / abs(x0)) / math.log(shrink)
    return round(n)
