# wrong: a dictionary | family: shape | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = {0: x0}
    for step in range(steps):
        points[step + 1] = points[step] - learning_rate * df(points[step])
    return points
