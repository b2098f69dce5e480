"""Attention written out from its formulas: one query, one row, one sum at a time, in float64.

Vaswani et al. 2017, section 3.2.1: Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V. Inputs of any float width, results in
float64; everything is differentiable. Where a mask is given, `True` means that the key is hidden from the query.
"""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.oracle.memo import remembered


@remembered
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    """exp(z_i) / Σ_j exp(z_j) along `dim`, any shape; `-inf` gives 0."""
    last = _exact(z).movedim(dim, -1)
    rows = last.reshape(-1, last.shape[-1]).unbind(0)
    return torch.stack([_softmax_of_row(row) for row in rows]).reshape(last.shape).movedim(-1, dim)


def _softmax_of_row(row: Tensor) -> Tensor:
    parts = torch.exp(row - row.detach().max())
    return parts / parts.sum()


@remembered
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    """ω_ij = q_i · k_j: `(..., T_q, d_k)` and `(..., T_k, d_k)` → `(..., T_q, T_k)`."""
    return _for_each(_scores_of_one, queries, keys)


def _scores_of_one(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.stack([(query * keys).sum(-1) for query in queries])


@remembered
def attention_weights(scores: Tensor, scale: float) -> Tensor:
    """Softmax of `scores / scale` over the keys, `(..., T_q, T_k)`; `scale` divides, so it is √d_k."""
    return softmax(_exact(scores) / scale, -1)


@remembered
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    """z_i = Σ_j α_ij v_j: `(..., T_q, T_k)` and `(..., T_k, d_v)` → `(..., T_q, d_v)`."""
    return _for_each(_context_of_one, weights, values)


def _context_of_one(weights: Tensor, values: Tensor) -> Tensor:
    return torch.stack([(row[:, None] * values).sum(0) for row in weights])


@remembered
def attend(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Context vectors and weights of given queries `(..., T_q, d_k)`, keys `(..., T_k, d_k)`, values `(..., T_k, d_v)`.

    `mask` is bool and broadcasts to `(..., T_q, T_k)`; the scale is √d_k.
    """
    scores = attention_scores(queries, keys)
    if mask is not None:
        scores = scores.masked_fill(mask, -math.inf)
    weights = attention_weights(scores, math.sqrt(queries.shape[-1]))
    return context_vectors(weights, values), weights


@remembered
def self_attention(
    x: Tensor, W_query: Tensor, W_key: Tensor, W_value: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Context vectors `(..., T, d_v)` and weights `(..., T, T)` of `x (..., T, d_in)`; weights as in `x @ W`."""
    return attend(project(x, W_query), project(x, W_key), project(x, W_value), mask)


@remembered
def self_attention_with_biases(
    x: Tensor, query: tuple[Tensor, Tensor], key: tuple[Tensor, Tensor], value: tuple[Tensor, Tensor]
) -> tuple[Tensor, Tensor]:
    """The same with a bias on each projection; each pair is `(weight, bias)` as `nn.Linear` keeps them, no mask."""
    q, k, v = (project(x, weight.T, bias) for weight, bias in (query, key, value))
    return attend(q, k, v)


def project(x: Tensor, W: Tensor, bias: Tensor | None = None) -> Tensor:
    """Rows times W, plus b: `(..., T, d_in)`, `(d_in, d_out)` → `(..., T, d_out)`."""
    rows = _exact(x).reshape(-1, x.shape[-1])
    columns = [(rows * column).sum(-1) for column in _exact(W).T]
    result = torch.stack(columns, -1).reshape(*x.shape[:-1], W.shape[-1])
    return result if bias is None else result + _exact(bias)


def _exact(value: Tensor) -> Tensor:
    return value.to(torch.float64)


def _for_each(function: Callable[[Tensor, Tensor], Tensor], a: Tensor, b: Tensor) -> Tensor:
    """Apply to each pair of matrices along equal leading dimensions."""
    leading = a.shape[:-2]
    firsts = _exact(a).reshape(-1, *a.shape[-2:])
    seconds = _exact(b).expand(*leading, *b.shape[-2:]).reshape(-1, *b.shape[-2:])
    results = torch.stack([function(first, second) for first, second in zip(firsts, seconds, strict=True)])
    return results.reshape(*leading, *results.shape[-2:])
