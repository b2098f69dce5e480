# wrong: no more than 100 steps | family: training | level: robustness
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for _ in range(min(steps, 100)):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points
