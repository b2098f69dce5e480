# style: a list of the final length
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [0.0] * (steps + 1)
    points[0] = x0
    for i in range(1, steps + 1):
        points[i] = points[i - 1] - learning_rate * df(points[i - 1])
    return points
