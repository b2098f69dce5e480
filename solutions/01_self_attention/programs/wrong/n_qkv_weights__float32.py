# wrong: counted in float32, with numpy | family: dtype | level: robustness
import numpy as np


def n_qkv_weights(embed_dim: int) -> int:
    width = np.float32(embed_dim)
    return int(width * width * np.float32(3))
