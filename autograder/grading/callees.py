"""Plain library calls to put in place of a callee that is wrong, so that a mistake costs once.

Sent into a worker only when a caller is judged again, and what that worker prints or raises is never shown: the
student cannot read an answer out of it.
"""

import inspect
from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

import torch
from torch import Tensor


def build_vocab(sentence: str) -> dict[str, int]:
    return {word: index for index, word in enumerate(sorted(set(sentence.replace(",", "").split())))}


def to_ids(tokens: Sequence[str], vocab: Mapping[str, int]) -> Tensor:
    return torch.tensor([vocab[token] for token in tokens], dtype=torch.int64)


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    return torch.softmax(z, dim)


def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ keys.mT


def attention_weights(scores: Tensor, d_k: float) -> Tensor:
    return torch.softmax(scores / float(d_k) ** 0.5, -1)


def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return weights @ values


def causal_mask(T: int, device: Any = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(1)


def additive_causal_mask(T: int, device: Any = None) -> Tensor:
    return torch.full((T, T), -torch.inf, device=device).triu(1)


def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril() / weights.tril().sum(-1, keepdim=True)


def masked_softmax(scores: Tensor, d_k: float) -> Tensor:
    future = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return torch.softmax(scores.masked_fill(future, -torch.inf) / float(d_k) ** 0.5, -1)


def split_heads(x: Tensor, num_heads: int) -> Tensor:
    return torch.unflatten(x, -1, (num_heads, -1)).transpose(1, 2)


def merge_heads(x: Tensor) -> Tensor:
    return x.transpose(1, 2).flatten(2)


def first_order_approximation(f: Any, df: Any, x: float, eps: float) -> Any:
    return f(x) + eps * df(x)


def gradient_descent(df: Any, x0: float, learning_rate: float, steps: int) -> list[Any]:
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points


def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 2 * d_in * d_out_kq + d_in * d_out_v


def n_params_single_head(embed_dim: int) -> int:
    return 3 * (embed_dim * embed_dim + embed_dim)


def n_qkv_weights(embed_dim: int) -> int:
    return 3 * embed_dim * embed_dim


def dot_product_variance(d_h: int, sigma: float) -> float:
    return d_h * sigma**4


def scaled_score_std(d_h: int, sigma: float) -> float:
    return sigma**2 + 0 * d_h


def n_params_causal(embed_dim: int, head_dim: int) -> int:
    return 4 * embed_dim * head_dim


def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    return vocab_size * embed_dim + 4 * embed_dim * head_dim


def n_visible_pairs(T: int) -> int:
    return T * (T + 1) // 2


def n_params_wrapper(d_in: int, d_out_kq: int, d_out_v: int, num_heads: int) -> int:
    return num_heads * (2 * d_in * d_out_kq + d_in * d_out_v)


def n_params_multihead(d_model: int) -> int:
    return 4 * d_model * d_model


def head_dim(d_model: int, num_heads: int) -> int:
    return d_model // num_heads


def cross_scores_shape(T_1: int, T_2: int) -> tuple[int, int]:
    return (T_1, T_2)


def n_params_cross(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    return 2 * d_in * d_out_kq + d_in * d_out_v


def largest_stable_learning_rate(curvature: float) -> float:
    return 2 / curvature


def contraction_factor(curvature: float, learning_rate: float) -> float:
    return abs(1 - learning_rate * curvature)


PREAMBLE = dedent("""
    import torch
    from collections.abc import Mapping, Sequence
    from typing import Any
    from torch import Tensor
""")


def replacement_source(name: str) -> str | None:
    """The source of the library call that stands in for `name`; None for classes and for what nobody calls."""
    function = globals().get(name)
    if not inspect.isfunction(function) or name == "replacement_source":
        return None
    return PREAMBLE + inspect.getsource(function)
