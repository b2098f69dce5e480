"""Sizes and numbers for checks. Sizes that could be confused differ from each other and from the 6 of the course text.

d_k is 5: at 1 all scales are equal, and at 4 `d_k ** 1/2` equals `sqrt(d_k)`; at 5 every wrong scale is visible.
"""

import torch
from torch import Tensor

B, T, D_IN, D_K, D_V, HEADS = 2, 7, 8, 5, 3, 3
LONG = 40  # more tokens or entries than elsewhere, to find code that works for a few only
UNUSUAL_SEED = 8_341  # no program seeds its generator with it; one seeded with 0, 42 or 123 would be where it was
MOST_TOKENS = 200  # the greatest length in the course texts; every exercise with a length is called with it once


def sample(*shape: int, seed: int, scale: float = 1.0, dtype: torch.dtype = torch.float32) -> Tensor:
    """Return normal numbers, the same in every run; drawn in float64, so that all dtypes get the same values.

    Args:
        shape: of the tensor.
        seed: of the generator.
        scale: the standard deviation.
        dtype: of the tensor.
    """
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(shape, generator=generator, dtype=torch.float64) * scale).to(dtype)


def one_at_a_time(*sizes: int) -> list[tuple[int, ...]]:
    """Return copies of these sizes: one copy for each place with a 1 there, then one with a 1 everywhere."""
    single = [tuple(1 if place == one else size for place, size in enumerate(sizes)) for one in range(len(sizes))]
    return [*single, (1,) * len(sizes)]


def non_contiguous(value: Tensor, dims: tuple[int, int] = (-2, -1)) -> Tensor:
    """Return the same tensor, stored in memory as its transpose with respect to `dims`."""
    return value.transpose(*dims).contiguous().transpose(*dims)


def leaf(value: Tensor, dtype: torch.dtype) -> Tensor:
    """Return a copy with `requires_grad`; `value` has none, so that references of it are cached."""
    return value.detach().to(dtype, copy=True).requires_grad_()
