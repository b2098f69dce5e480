def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    trace = [x0]
    position = x0
    for _ in range(steps):
        slope = df(position)
        if abs(slope) < 1e-8:
            break
        position = position - learning_rate * slope
        trace.append(position)
    return trace
