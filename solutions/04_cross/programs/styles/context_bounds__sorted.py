# style: sorted
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    ordered, _ = torch.sort(values, dim=-2)
    return ordered[0], ordered[-1]
