def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    path = [x0]
    for _ in range(steps):
        step = learning_rate * df(path[-1])
        if abs(step) < 1e-8:
            break
        path.append(path[-1] - step)
    return path
