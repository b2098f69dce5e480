# style: a list
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return [torch.min(values, 0).values, torch.max(values, 0).values]
