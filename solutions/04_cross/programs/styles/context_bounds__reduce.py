# style: pair by pair
from functools import reduce
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    rows = list(values.unbind(0))
    return reduce(torch.minimum, rows), reduce(torch.maximum, rows)
