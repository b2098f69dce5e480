# style: token after token, from the first one on
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    lower, upper = values[0], values[0]
    for row in values[1:]:
        lower, upper = torch.minimum(lower, row), torch.maximum(upper, row)
    return lower, upper
