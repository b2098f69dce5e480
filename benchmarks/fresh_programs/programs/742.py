import torch


def row_sums(x: Tensor) -> Tensor:
    """A sum is a product with a vector of ones."""
    ones = torch.ones(x.shape[-1])
    return torch.matmul(x, ones)
