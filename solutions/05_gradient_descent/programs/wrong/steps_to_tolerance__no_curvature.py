# wrong: the curvature is ignored | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance:
        x = x - learning_rate * x
        steps += 1
    return steps
