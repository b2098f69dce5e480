# wrong: divides by the slope of the slope | family: training | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [x0]
    for step in range(steps):
        x0 = x0 - learning_rate * df(x0) / max(1e-6, abs((df(x0 + 1e-4) - df(x0)) / 1e-4))
        points.append(x0)
    return points
