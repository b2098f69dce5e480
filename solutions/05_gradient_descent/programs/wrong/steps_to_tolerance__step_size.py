# wrong: small steps instead of small distances | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(learning_rate * curvature * x) > tolerance:
        x, steps = x - learning_rate * curvature * x, steps + 1
    return steps
