# style: a float array
import numpy as np


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = np.empty(steps + 1)
    points[0] = x0
    for i in range(steps):
        points[i + 1] = points[i] - learning_rate * df(points[i])
    return points.tolist()
