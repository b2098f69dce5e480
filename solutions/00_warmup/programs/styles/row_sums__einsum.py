# style: einsum
import torch


def row_sums(x: Tensor) -> Tensor:
    return torch.einsum("...n->...", x)
