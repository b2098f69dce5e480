# wrong: the tolerance is taken relative to the start | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = 1.0, 0
    while abs(x) > tolerance:
        x, steps = x - learning_rate * curvature * x, steps + 1
    return steps
