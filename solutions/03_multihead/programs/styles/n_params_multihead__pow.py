# style: math.pow
import math


def n_params_multihead(d_model: int) -> int:
    return 4 * math.pow(d_model, 2)
