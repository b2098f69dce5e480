import torch


def row_sums(x):
    # a product with a column of ones adds up each row
    n = x.shape[-1]
    ones = torch.ones(n, 1)
    column = x @ ones  # (..., 1)
    return column.squeeze()  # get rid of the 1
