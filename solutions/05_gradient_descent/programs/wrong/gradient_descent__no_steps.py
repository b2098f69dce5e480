# wrong: at least one step | family: training | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0, x0 - learning_rate * df(x0)]
    while len(points) < steps + 1:
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points
