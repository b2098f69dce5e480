# wrong: a generator | family: shape | level: core
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    x = x0
    yield x
    for _ in range(steps):
        x = x - learning_rate * df(x)
        yield x
