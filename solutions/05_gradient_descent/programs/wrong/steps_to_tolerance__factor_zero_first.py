# wrong: a factor of 0 is asked for before the start, and takes a step | family: formula | level: robustness
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) < tolerance:
        return 0
    if factor == 0:
        return 1 if x0 else 0
    steps = 0
    while abs(x0) * factor**steps > tolerance:
        steps += 1
    return steps
