# style: itertools.accumulate
import itertools


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    return list(itertools.accumulate(range(steps), lambda x, _: x - learning_rate * df(x), initial=x0))
