# wrong: counts from a quotient of logarithms that is upside down | family: formula | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    factor = abs(1 - learning_rate * curvature)
    if abs(x0) <= tolerance:
        return 0
    if factor == 0:
        return 1
    steps = max(0, math.floor(math.log(factor) / math.log(tolerance / abs(x0))) - 1)
    while abs(x0) * factor**steps > tolerance:
        steps += 1
    return steps
