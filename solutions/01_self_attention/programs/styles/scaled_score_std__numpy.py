# style: numpy
import numpy as np


def scaled_score_std(d_h: int, sigma: float) -> float:
    return np.sqrt(np.array([d_h * sigma**4]).sum() / d_h)
