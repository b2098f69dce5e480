# wrong: steps with momentum | family: training | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points, speed = [x0], 0.0
    for step in range(steps):
        speed = 0.9 * speed - learning_rate * df(x0)
        x0 = x0 + speed
        points.append(x0)
    return points
