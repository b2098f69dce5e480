# style: numpy
import numpy as np


def dot_product_variance(d_h: int, sigma: float) -> float:
    return np.float32(d_h) * np.square(np.square(np.float32(sigma)))
