# style: calls itself
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    if steps == 0:
        return [x0]
    return [x0, *gradient_descent(df, x0 - learning_rate * df(x0), learning_rate, steps - 1)]
