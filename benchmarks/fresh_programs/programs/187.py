def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    path = [x]
    slope = df(x)
    while len(path) <= steps:
        x = x - learning_rate * slope
        path.append(x)
    return path
