# style: numpy scalars
import numpy as np


def first_order_approximation(f: Callable[[float], float], df: Callable[[float], float], x: float, eps: float) -> float:
    return np.float64(f(x)) + np.float64(eps) * np.float64(df(x))
