# wrong: ten digits | family: values | level: robustness
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for _ in range(steps):
        points.append(round(points[-1] - learning_rate * df(points[-1]), 10))
    return points
