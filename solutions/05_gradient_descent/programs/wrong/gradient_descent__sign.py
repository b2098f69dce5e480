# wrong: steps by the sign of the slope only | family: training | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * ((df(x0) > 0) - (df(x0) < 0))
        points.append(x0)
    return points
