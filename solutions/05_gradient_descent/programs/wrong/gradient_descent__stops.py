# wrong: stops where the slope is small | family: training | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        if abs(df(x0)) < 1e-6:
            break
        x0 = x0 - learning_rate * df(x0)
        points.append(x0)
    return points
