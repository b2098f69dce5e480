# style: numpy, with a default argument
import numpy as np


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int = 1) -> int:
    return np.prod([num_heads, d_in, 2 * d_out_kq + d_out_v])
