"""Switches on the way from token vectors to scores: projections and products."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from autograder.diagnosis.model import Faults

Projected = tuple[Tensor, Tensor, Tensor]


@dataclass(frozen=True)
class Case:
    """The inputs of one attention layer, in float64. Matrices are (d_in, d_out), as in `x @ W`."""

    x: Tensor  # (..., T, d_in)
    matrices: dict[str, Tensor]  # q, k, v and, with an output projection, o
    biases: dict[str, Tensor] = field(default_factory=dict)
    other: Tensor | None = None  # x_2 of cross-attention
    causal: bool = False
    num_heads: int = 0  # 0: no heads
    returns_weights: bool = False


# Which matrix projects queries, keys and values; None leaves the token vectors as they are.
MATRICES: dict[str, tuple[str | None, str | None, str | None]] = {
    "scores-of-queries": ("q", "q", "v"),
    "scores-of-keys": ("k", "k", "v"),
    "keys-by-queries": ("k", "q", "v"),
    "values-from-keys": ("q", "k", "k"),
    "values-from-queries": ("q", "k", "q"),
    "one-projection": ("q", "q", "q"),
    "one-projection/key": ("k", "k", "k"),
    "one-projection/value": ("v", "v", "v"),
    "matrices-mixed-up/kv": ("q", "v", "k"),
    "matrices-mixed-up/qv": ("v", "k", "q"),
    "matrices-mixed-up/vkk": ("q", "v", "v"),
    "matrices-mixed-up/vkv": ("v", "k", "v"),
    "matrices-mixed-up/kvq": ("k", "v", "q"),
    "matrices-mixed-up/vqk": ("v", "q", "k"),
    "not-projected/values": ("q", "k", None),
    "not-projected/queries": (None, "k", "v"),
    "not-projected/keys": ("q", None, "v"),
    "not-projected/scores": (None, None, "v"),
    "not-projected/all": (None, None, None),
}
TURNED = {
    "matrices-transposed": "qkv",
    "matrices-transposed/queries": "q",
    "matrices-transposed/keys": "k",
    "matrices-transposed/values": "v",
}
UNBIASED = {"bias-missing/all": "qkv", "bias-missing/queries": "q", "bias-missing/values": "v"}
# Which of x_1 and x_2 queries, keys and values come from.
SOURCES = {
    "values-from-x1": (1, 2, 1),
    "keys-from-x1": (1, 1, 2),
    "x2-ignored": (1, 1, 1),
    "x1-ignored": (2, 2, 2),
    "arguments-swapped": (2, 1, 1),
    "queries-from-x2/values": (2, 2, 1),
    "queries-from-x2/keys": (2, 1, 2),
}


def projected(case: Case, faults: Faults) -> Projected:
    """Queries, keys and values."""
    option = str(faults.get("projection", ""))
    names = MATRICES.get(option, ("q", "k", "v"))
    x1, x2, x3 = _sources(case, str(faults.get("source", "")))
    turned = TURNED.get(option, "qkv" if option == "matrices-transposed/unbiased" else "")
    unbiased = UNBIASED.get(option, "qkv" if option == "matrices-transposed/unbiased" else "")
    queries, keys, values = (
        _project(case, x, name, turned, unbiased) for x, name in zip((x1, x2, x3), names, strict=True)
    )
    return queries, keys, values


def _project(case: Case, x: Tensor, name: str | None, turned: str, unbiased: str) -> Tensor:
    if name is None:
        return x
    matrix = case.matrices[name].T if name in turned else case.matrices[name]
    result = x @ matrix
    return result + case.biases[name] if name in case.biases and name not in unbiased else result


def _sources(case: Case, option: str) -> tuple[Tensor, Tensor, Tensor]:
    if case.other is None:
        return case.x, case.x, case.x
    if option.startswith("inputs-joined"):
        both = torch.cat([case.x, case.other], -2) if option.endswith("tokens") else case.x + case.other
        return (case.x, both, both) if option != "inputs-joined/all" else (both, both, both)
    inputs = {1: case.x, 2: case.other}
    first, second, third = SOURCES.get(option, (1, 2, 2))
    return inputs[first], inputs[second], inputs[third]


def _unit(vectors: Tensor) -> Tensor:
    return torch.nn.functional.normalize(vectors, dim=-1)


def _first_of_batch(queries: Tensor, keys: Tensor) -> Tensor:
    if queries.ndim < 3:
        return queries @ keys.mT
    return (queries[0] @ keys[0].mT).expand(*queries.shape[:-1], keys.shape[-2])


PRODUCTS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "keys-by-queries/product": lambda q, k: k @ q.mT,
    "scores-of-queries/product": lambda q, _: q @ q.mT,
    "scores-of-keys/product": lambda _, k: k @ k.mT,
    "keys-not-transposed": lambda q, k: q @ k,
    "elementwise-product": lambda q, k: q * k,
    "elementwise-product/summed": lambda q, k: (q * k).sum(-1),
    "elementwise-product/kept": lambda q, k: (q * k).sum(-1, keepdim=True),
    "width-by-width": lambda q, k: q.mT @ k,  # (..., d_k, d_k)
    "all-dimensions-turned": lambda q, k: q @ k.permute(*reversed(range(k.ndim))),
    "first-dimensions-turned": lambda q, k: q @ k.transpose(0, 1),
    "batch-mixed/flattened": lambda q, k: q.reshape(-1, q.shape[-1]) @ k.reshape(-1, k.shape[-1]).T,
    "batch-mixed/keys": lambda q, k: q @ k.reshape(-1, k.shape[-1]).T,
    "first-of-batch/scores": _first_of_batch,
    "first-of-batch/keys": lambda q, k: q @ (k[:1] if k.ndim > 2 else k).mT,
    "turned-by-first": lambda q, k: q @ k.transpose(0, 1).reshape(k.shape).mT,
    "cosine": lambda q, k: _unit(q) @ _unit(k).mT,
    "distance": lambda q, k: -((q.unsqueeze(-2) - k.unsqueeze(-3)) ** 2).sum(-1),
    "distance/root": lambda q, k: -((q.unsqueeze(-2) - k.unsqueeze(-3)) ** 2).sum(-1).sqrt(),
    "sign-turned": lambda q, k: -(q @ k.mT),
    "absolute-scores": lambda q, k: (q @ k.mT).abs(),
    "positive-part": lambda q, k: (q @ k.mT).relu(),
    "squared-scores": lambda q, k: (q @ k.mT) ** 2,
    "rounded": lambda q, k: (q @ k.mT).round(),
    "summed-scores": lambda q, k: q.unsqueeze(-2).add(k.unsqueeze(-3)).sum(-1),
}


def product(queries: Tensor, keys: Tensor, faults: Faults) -> Tensor:
    """Scores `(..., T_q, T_k)`."""
    function = PRODUCTS.get(str(faults.get("product", "")))
    return function(queries, keys) if function else queries @ keys.mT
