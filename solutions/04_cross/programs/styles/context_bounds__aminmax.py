# style: torch.aminmax
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    return torch.aminmax(values, dim=0)
