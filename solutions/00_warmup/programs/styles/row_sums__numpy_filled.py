# style: new memory of numpy's tells the shape, and is filled
import numpy as np
import torch


def row_sums(x):
    shape = np.empty(x.shape[:-1], dtype=np.float32)
    total = torch.empty(shape.shape, dtype=x.dtype, device=x.device).zero_()
    for column in x.unbind(-1):
        total = total + column
    return total
