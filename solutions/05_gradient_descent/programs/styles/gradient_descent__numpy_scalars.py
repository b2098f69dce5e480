# style: numpy scalars
import numpy as np


def gradient_descent(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    points = [np.float64(x0)]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points
