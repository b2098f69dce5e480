# style: the shape of an array
import numpy as np


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return np.broadcast_shapes((T_1, 1), (1, T_2))
