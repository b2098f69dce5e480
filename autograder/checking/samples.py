"""Sizes and numbers for checks, in one place. All sizes differ pairwise and from the constants of the text (6!).

d_k is 5: at 1 all scales agree, at 4 `d_k ** 1/2` equals `sqrt(d_k)`; at 5 every mistake of scale shows.
"""

import torch
from torch import Tensor

B, T, D_IN, D_K, D_V, HEADS = 2, 7, 8, 5, 3, 3
LONG = 40  # far more tokens or entries than anywhere else: what is made for a few of them shows in its own exercise
MOST_TOKENS = 200  # the greatest length that the texts promise: one question in every exercise that has a length
TILES = 8  # different tokens among them


def sample(*shape: int, seed: int, scale: float = 1.0, dtype: torch.dtype = torch.float32) -> Tensor:
    """Normal numbers that are the same in every run, drawn in float64 so that all dtypes see the same values."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(shape, generator=generator, dtype=torch.float64) * scale).to(dtype)


def one_at_a_time(*sizes: int) -> list[tuple[int, ...]]:
    """These sizes with a 1 in the place of each, one after the other, and then in all places."""
    alone = [tuple(1 if place == here else size for place, size in enumerate(sizes)) for here in range(len(sizes))]
    return [*alone, (1,) * len(sizes)]


def non_contiguous(value: Tensor, dims: tuple[int, int] = (-2, -1)) -> Tensor:
    """The same tensor, stored in memory as its transpose with respect to `dims`."""
    return value.transpose(*dims).contiguous().transpose(*dims)


def leaf(value: Tensor, dtype: torch.dtype) -> Tensor:
    """A copy that asks for a gradient; `value` itself stays what it is, and the reference may remember it."""
    return value.detach().to(dtype, copy=True).requires_grad_()


def tiling() -> Tensor:
    """Which of `TILES` tokens is where among `MOST_TOKENS`: each equally often, in order at first, the last one last.

    Attention without a mask sees no difference between tokens and as many copies of each, whatever its scale.
    """
    copies = torch.arange(MOST_TOKENS - TILES - 1) % TILES
    order = torch.randperm(len(copies), generator=torch.Generator().manual_seed(3))
    return torch.cat([torch.arange(TILES), copies[order], torch.tensor([TILES - 1])])
