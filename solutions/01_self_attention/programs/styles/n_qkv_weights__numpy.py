# style: a numpy scalar
import numpy as np


def n_qkv_weights(embed_dim: int) -> int:
    return np.int64(embed_dim) ** 2 * 3
