"""Causal attention by what a query may see: row i is a softmax over the keys 0 … i alone, then zeros; no -inf anywhere.

Vaswani et al. 2017, section 3.2.3 (positions must not attend to later ones). Inputs of any float width, results in
float64; everything is differentiable. Weights of layers come as `nn.Linear` keeps them, `(d_out, d_in)`.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.oracle.attention import attention_scores, context_vectors, project, softmax
from autograder.oracle.memo import remembered


def is_hidden(T: int) -> Tensor:
    """Bool `(T, T)`: whether the key (column) comes later than the query (row)."""
    return torch.tensor([[key > query for key in range(T)] for query in range(T)])


def additive(T: int) -> Tensor:
    """`(T, T)`: what is added to a score, 0 where the key may be seen and -inf where it may not."""
    return torch.tensor([[-math.inf if key > query else 0.0 for key in range(T)] for query in range(T)])


@remembered
def mask_and_renormalize(weights: Tensor) -> Tensor:
    """Each row's visible entries divided by their sum, zeros after them: `(..., T, T)` → same."""
    return _row_by_row(_renormalized, weights)


@remembered
def masked_softmax(scores: Tensor, d_k: float) -> Tensor:
    """Each row's softmax over its visible scores / √d_k, zeros after them: `(..., T, T)` → same."""
    return _row_by_row(softmax, scores.to(torch.float64) / math.sqrt(d_k))


@remembered
def causal_attention(
    x: Tensor, q: Tensor, k: Tensor, v: Tensor, factors: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Context vectors `(B, T, d_k)` and weights `(B, T, T)` of `x (B, T, d_model)` with three layers without bias.

    `factors` are what dropout multiplies the weights by: 0 or 1 / (1 - p) (Srivastava et al. 2014, scaled in training).
    """
    queries, keys, values = (project(x, layer.T) for layer in (q, k, v))
    weights = masked_softmax(attention_scores(queries, keys), q.shape[0])
    if factors is not None:
        weights = weights * factors
    return context_vectors(weights, values), weights


@remembered
def causal_self_attention(x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor) -> Tensor:
    """The same, with an output layer that leads back to the width of `x`: `(B, T, embed_dim)` → same."""
    return project(causal_attention(x, W_Q, W_K, W_V)[0], W_O.T)


def _renormalized(visible: Tensor) -> Tensor:
    return visible / visible.sum()


def _row_by_row(function: Callable[[Tensor], Tensor], matrices: Tensor) -> Tensor:
    """Apply to the visible part of each row of each matrix, and fill up with zeros."""
    T = matrices.shape[-1]
    exact = matrices.to(torch.float64).clone(memory_format=torch.contiguous_format)  # strides of single rows as well
    rows = exact.reshape(-1, T).unbind(0)
    filled = [
        torch.cat([function(row[: place % T + 1]), torch.zeros(T - place % T - 1, dtype=torch.float64)])
        for place, row in enumerate(rows)
    ]
    return torch.stack(filled).reshape(matrices.shape)
