"""Attention written out from its formulas: one query, one row, one sum at a time, in float64.

Vaswani et al. 2017, section 3.2.1: Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V. Inputs of any float width, results in
float64; everything is differentiable. Where a mask is given, `True` means that the key is hidden from the query.
"""

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from autograder.checking.reference_cache import remembered


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


def is_hidden(T: int) -> Tensor:
    """Bool `(T, T)`: whether the key (column) comes later than the query (row)."""
    return torch.tensor([[key > query for key in range(T)] for query in range(T)])


def is_padding(lengths: Sequence[int], T: int) -> Tensor:
    """Bool `(B, 1, 1, T)`: whether a position is at or behind the length of its sentence."""
    return torch.tensor([[[[position >= length for position in range(T)]]] for length in lengths])


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
