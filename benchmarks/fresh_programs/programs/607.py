import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    # every weight lies between 0 and 1: for the minimum switch on all the
    # negative entries of a column, for the maximum all the positive ones
    nothing = torch.zeros_like(values)
    low = torch.where(values < 0, values, nothing).sum(dim=0)
    high = torch.where(values > 0, values, nothing).sum(dim=0)
    return low, high
