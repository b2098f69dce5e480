# wrong: counts from where a tolerance of the start's square would be reached | family: formula | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance:
        return 0
    if factor == 0:
        return 1
    steps = max(0, math.floor(math.log(abs(x0)) / math.log(factor)) - 1)
    while abs(x0) * factor**steps > tolerance:
        steps += 1
    return steps
