# wrong: adds to new memory of numpy's | family: unfilled | level: core
import numpy as np
import torch


def row_sums(x):
    total = torch.from_numpy(np.empty(x.shape[:-1])).to(x)
    for column in x.unbind(-1):
        total = total + column
    return total
