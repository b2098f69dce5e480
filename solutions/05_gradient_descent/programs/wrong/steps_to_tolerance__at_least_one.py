# wrong: at least one step | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0 - learning_rate * curvature * x0, 1
    while abs(x) > tolerance:
        x, steps = x - learning_rate * curvature * x, steps + 1
    return steps
