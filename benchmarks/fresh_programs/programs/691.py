import torch


def row_sums(x: Tensor) -> Tensor:
    # a sum is a product with a column of ones
    n = x.shape[-1]
    column = torch.ones(n, 1, dtype=x.dtype, device=x.device)
    sums = torch.matmul(x, column)
    return sums.squeeze()
