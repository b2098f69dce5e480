"""What a witness shows, computed in float64. Every function takes tensors of any float width."""

import math

import torch
from torch import Tensor

from autograder.oracle.attention import attention_scores, attention_weights, project


def largest_weights(queries: Tensor, keys: Tensor) -> tuple[float, float]:
    """The largest weight of softmax(q kᵀ), and of softmax(q kᵀ / √d_k); `(T, d_k)` each. NaN where scores overflow."""
    scores = attention_scores(queries, keys)
    plain, scaled = (attention_weights(scores, scale) for scale in (1.0, math.sqrt(queries.shape[-1])))
    return float(plain.max()), float(scaled.max())


def asymmetry(x: Tensor, W_query: Tensor, W_key: Tensor) -> float:
    """The largest |ω_ij - ω_ji|; `(T, d_in)`, `(d_in, d_k)`, `(d_in, d_k)`."""
    scores = attention_scores(project(x, W_query), project(x, W_key))
    return float((scores - scores.T).abs().max())


def effect_of_query_bias(x: Tensor, W_Q: Tensor, W_K: Tensor, b_Q: Tensor) -> float:
    """The largest change of a weight when the queries gain b_Q; `(T, d_in)`, `(d_in, d_k)` twice, `(d_k,)`."""
    scale, keys = math.sqrt(W_Q.shape[-1]), project(x, W_K)
    without, with_bias = (
        attention_weights(attention_scores(project(x, W_Q, bias), keys), scale) for bias in (torch.zeros_like(b_Q), b_Q)
    )
    return float((with_bias - without).abs().max())
