# style: a while loop
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    while len(points) <= steps:
        x = points[-1]
        points.append(x - df(x) * learning_rate)
    return points
