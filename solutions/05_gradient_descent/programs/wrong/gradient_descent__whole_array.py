# wrong: an array of the type of the start | family: dtype | level: robustness
import numpy as np


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = np.full(steps + 1, x0)
    for i in range(steps):
        points[i + 1] = points[i] - learning_rate * df(points[i])
    return points.tolist()
