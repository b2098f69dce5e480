def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    path = [x0]
    x = x0
    while len(path) < steps:
        x = x - learning_rate * df(x)
        path.append(x)
    return path
