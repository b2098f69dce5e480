def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    trail = [x0]
    x = x0
    while len(trail) <= steps:
        slope = df(x)
        if abs(slope) < 1e-6:  # arrived
            break
        x = x - learning_rate * slope
        trail.append(x)
    return trail
