# wrong: shrinks the point | family: training | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 * (1 - learning_rate * df(x0))
        points.append(x0)
    return points
