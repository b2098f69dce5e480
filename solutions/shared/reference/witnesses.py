"""What a witness shows. Tensors in float64; a witness may be large, so these are products of whole matrices."""

import math

import torch
from torch import Tensor


def largest_weights(queries: Tensor, keys: Tensor) -> tuple[float, float]:
    """The largest weight of softmax(q kᵀ), and of softmax(q kᵀ / √d_k); `(T, d_k)` each. NaN where scores overflow."""
    scores = queries @ keys.T
    plain, scaled = torch.softmax(scores, -1), torch.softmax(scores / math.sqrt(queries.shape[-1]), -1)
    return float(plain.max()), float(scaled.max())


def asymmetry(x: Tensor, W_query: Tensor, W_key: Tensor) -> float:
    """The largest |ω_ij - ω_ji|; `(T, d_in)`, `(d_in, d_k)`, `(d_in, d_k)`. NaN where scores overflow."""
    scores = (x @ W_query) @ (x @ W_key).T
    return float((scores - scores.T).abs().max())


def effect_of_query_bias(x: Tensor, W_Q: Tensor, W_K: Tensor, b_Q: Tensor) -> float:
    """The largest change of a weight when the queries gain b_Q; `(T, d_in)`, `(d_in, d_k)` twice, `(d_k,)`."""
    keys, scale = x @ W_K, math.sqrt(W_Q.shape[-1])
    without = torch.softmax((x @ W_Q) @ keys.T / scale, -1)
    with_bias = torch.softmax((x @ W_Q + b_Q) @ keys.T / scale, -1)
    return float((with_bias - without).abs().max())
