# style: numpy int64
import numpy as np


def attention_matmul_flops(T: int, d_model: int) -> int:
    return 4 * np.int64(T) * np.int64(T) * np.int64(d_model)
