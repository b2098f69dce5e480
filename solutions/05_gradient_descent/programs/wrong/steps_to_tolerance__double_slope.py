# wrong: the slope of curvature · x² | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    x, steps = x0, 0
    while abs(x) > tolerance:
        x = x - 2 * learning_rate * curvature * x
        steps += 1
    return steps
