# style: a list of an inner generator
def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    def walk(x):
        yield x
        for _ in range(steps):
            x = x - learning_rate * df(x)
            yield x

    return list(walk(x0))
