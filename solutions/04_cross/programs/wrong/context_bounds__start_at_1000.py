# wrong: starts at ±1000 | family: stability | level: robustness
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    lower, upper = torch.full_like(values[0], 1e3), torch.full_like(values[0], -1e3)
    for row in values:
        lower, upper = torch.minimum(lower, row), torch.maximum(upper, row)
    return lower, upper
