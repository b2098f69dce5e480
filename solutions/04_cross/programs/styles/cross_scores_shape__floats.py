# style: numpy numbers
import numpy as np


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return (np.int64(T_1), np.float64(T_2))
