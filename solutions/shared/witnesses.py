"""Derivations that ask for an example: which of its promises does the example break?"""

import torch
from torch import Tensor

from autograder.diagnosis.evidence import Value
from autograder.diagnosis.examples import Promise


def _saturating(value: Value) -> str | None:
    queries, keys = value
    if queries.ndim != 2 or keys.ndim != 2 or len(queries) < 2:
        return "witness-shape"
    scores = queries @ keys.T
    if scores.softmax(-1).max() <= 0.99:
        return "witness-not-saturated"
    scaled = (scores / queries.shape[-1] ** 0.5).softmax(-1)
    return "witness-still-saturated" if scaled.max() >= 0.9 else None


def _asymmetric(value: Value) -> str | None:
    x, W_query, W_key = value
    if not x.ndim == W_query.ndim == W_key.ndim == 2:
        return "witness-shape"
    scores = (x @ W_query) @ (x @ W_key).T
    return "witness-symmetric" if float((scores - scores.T).abs().max()) <= 1e-3 else None


def _query_bias(value: Value) -> str | None:
    x, W_Q, W_K, b_Q = value
    if not x.ndim == W_Q.ndim == W_K.ndim == 2 or b_Q.ndim != 1:
        return "witness-shape"

    def weights(bias: Tensor) -> Tensor:
        return torch.softmax((x @ W_Q + bias) @ (x @ W_K).T / W_Q.shape[-1] ** 0.5, -1)

    change = (weights(b_Q) - weights(torch.zeros_like(b_Q))).abs().max()
    return "witness-no-change" if float(change) <= 1e-3 else None


WITNESSES: dict[str, Promise] = {
    "saturating_queries_keys": _saturating,
    "asymmetric_scores": _asymmetric,
    "query_bias_counterexample": _query_bias,
}
