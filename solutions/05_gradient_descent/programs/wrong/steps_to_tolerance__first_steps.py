# wrong: 100 steps at most, always | family: training | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    return 100
