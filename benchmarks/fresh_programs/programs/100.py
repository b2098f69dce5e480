import math

import torch


def shifted_positions(k, d_model):
    M = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(0, d_model, 2):
        w = k / 10000 ** (i / d_model)
        c, s = math.cos(w), math.sin(w)
        M[i, i] = c
        M[i, i + 1] = -s
        M[i + 1, i] = s
        M[i + 1, i + 1] = c
    return M
