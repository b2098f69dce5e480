"""Whether a question is the one that was rehearsed, without writing it down once more."""

from typing import Any

import torch
from torch import Tensor


def same(one: Any, other: Any) -> bool:
    """Whether two recipes, or parts of them, are equal to the bit; says no where it would have to look closer."""
    if isinstance(one, dict):
        return isinstance(other, dict) and list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if type(one) is not type(other):
        return False
    if isinstance(one, Tensor):
        return _same_tensor(one, other)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) and (type(one) is not float or str(one) == str(other))  # 0.0 == -0.0


def _same_tensor(one: Tensor, other: Tensor) -> bool:
    if (one.dtype, one.shape, one.requires_grad) != (other.dtype, other.shape, other.requires_grad):
        return False
    plain = one.is_contiguous() and other.is_contiguous() and one.device.type == other.device.type == "cpu"
    if not plain or one.numel() < 2:  # one number of an expanded tensor counts as contiguous, whatever its stride
        return False
    # As bytes: NaN is the same as itself then, and -0.0 is not the same as 0.0.
    return torch.equal(one.detach().reshape(-1).view(torch.uint8), other.detach().reshape(-1).view(torch.uint8))
