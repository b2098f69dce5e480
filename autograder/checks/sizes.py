"""Sizes and numbers for checks, in one place. All sizes differ pairwise and from the constants of the text (6!).

d_k is 5: at 1 all scales agree, at 4 `d_k ** 1/2` equals `sqrt(d_k)`; at 5 every mistake of scale shows.
"""

import torch
from torch import Tensor

B, T, D_IN, D_K, D_V, HEADS = 2, 7, 8, 5, 3, 3
LONG = 40  # far more tokens or entries than anywhere else: what is made for a few of them shows in its own exercise


def numbers(*shape: int, seed: int, scale: float = 1.0, dtype: torch.dtype = torch.float32) -> Tensor:
    """Normal numbers that are the same in every run, drawn in float64 so that all dtypes see the same values."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(shape, generator=generator, dtype=torch.float64) * scale).to(dtype)


def leaf(value: Tensor, dtype: torch.dtype) -> Tensor:
    """A copy that asks for a gradient; `value` itself stays what it is, and the reference may remember it."""
    return value.detach().to(dtype, copy=True).requires_grad_()
