def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    position = x0
    path = []
    for step in range(steps):
        path.append(position)  # remember where we are
        slope = df(position)
        position = position - learning_rate * slope  # downhill
    return path
