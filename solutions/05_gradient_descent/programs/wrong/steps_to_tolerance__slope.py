# wrong: the slope is small, not the distance | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(curvature * x) > tolerance:
        x = x - learning_rate * curvature * x
        steps += 1
    return steps
