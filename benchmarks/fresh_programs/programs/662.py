import torch


def row_sums(x):
    # a matrix times a vector of ones adds up every row
    n = x.size(-1)
    ones = torch.ones(n)
    return torch.matmul(x, ones)
