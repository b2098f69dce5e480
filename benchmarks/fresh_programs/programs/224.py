def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    path = [x0]
    while len(path) <= steps:
        x = x - learning_rate * df(x0)
        path.append(x)
    return path
