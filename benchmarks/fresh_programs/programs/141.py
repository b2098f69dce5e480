def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    path = [x0]
    while len(path) < steps:
        here = path[-1]
        path.append(here - learning_rate * df(here))
    return path
