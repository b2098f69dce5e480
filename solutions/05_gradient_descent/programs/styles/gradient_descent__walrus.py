# style: an assignment expression
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    return [x0] + [x := x - learning_rate * df(x) for _ in range(steps)]
