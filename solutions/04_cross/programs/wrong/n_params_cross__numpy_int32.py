# wrong: numpy numbers of 32 bits | family: dtype | level: robustness
import numpy as np


def n_params_cross(d_in, d_out_kq, d_out_v):
    sizes = np.array([d_in, 2 * d_out_kq + d_out_v], dtype=np.int32)
    return int(sizes[0] * sizes[1])
