# wrong: a thousand steps at most | family: training | level: robustness
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance and steps < 1000:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps
