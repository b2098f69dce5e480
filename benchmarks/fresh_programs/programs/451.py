import torch


def row_sums(x: Tensor) -> Tensor:
    # adding up a row = dot product with a vector of ones
    n = x.shape[-1]
    ones = torch.ones(n)
    return torch.matmul(x, ones)
