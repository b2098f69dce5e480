# wrong: the path instead of its length | family: shape | level: core
def steps_to_tolerance(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    path = [x0]
    while abs(path[-1]) > tolerance:
        path.append(path[-1] * (1 - learning_rate * curvature))
    return path
