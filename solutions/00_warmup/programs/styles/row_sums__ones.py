# style: a product with a vector of ones
import torch


def row_sums(x: Tensor) -> Tensor:
    return x @ torch.ones(x.shape[-1], dtype=x.dtype, device=x.device)
