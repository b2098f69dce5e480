"""Several heads, one after the other: each head is attention of one head on its own columns, in float64.

Vaswani et al. 2017, section 3.2.2. Everything is differentiable.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from autograder.oracle.attention import project, self_attention
from autograder.oracle.memo import remembered


def split(x: Tensor, num_heads: int) -> Tensor:
    """Column i·d_h + j of a token is entry j of its head i: `(B, T, h·d_h)` → `(B, h, T, d_h)`."""
    width = x.shape[-1] // num_heads
    heads = [[x[..., head * width + column] for column in range(width)] for head in range(num_heads)]
    return torch.stack([torch.stack(columns, -1) for columns in heads], 1)


def merge(x: Tensor) -> Tensor:
    """Entry j of head i is column i·d_h + j of its token: `(B, h, T, d_h)` → `(B, T, h·d_h)`."""
    _, num_heads, _, width = x.shape
    columns = [x[:, head, :, column] for head in range(num_heads) for column in range(width)]
    return torch.stack(columns, -1)


@remembered
def side_by_side(x: Tensor, matrices: Sequence[Tensor]) -> Tensor:
    """Outputs of independent heads on the last dimension: `(..., T, d_in)` → `(..., T, h·d_v)`.

    `matrices` holds W_query, W_key, W_value of head 0, then those of head 1, and so on, as in `x @ W`.
    """
    heads = zip(matrices[::3], matrices[1::3], matrices[2::3], strict=True)
    return torch.cat([self_attention(x, *head)[0] for head in heads], -1)


@remembered
def multi_head_attention(
    x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor, *, num_heads: int, causal: bool = False
) -> Tensor:
    """Each head attends with its own rows of the projections, W_O mixes: `(B, T, d_model)` → the same.

    The matrices are `(d_out, d_in)`, as `nn.Linear` keeps them.
    """
    T = x.shape[-2]
    later = torch.arange(T)[None, :] > torch.arange(T)[:, None] if causal else None  # (T, T)
    groups = zip(*(W.chunk(num_heads, 0) for W in (W_Q, W_K, W_V)), strict=True)
    heads = [self_attention(x, query.T, key.T, value.T, later)[0] for query, key, value in groups]
    return project(torch.cat(heads, -1), W_O.T)
