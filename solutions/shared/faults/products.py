"""Switches on the way from token vectors to scores: projections and products."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import torch
from torch import Tensor

from autograder.diagnosis.model import Faults

Projected = tuple[Tensor, Tensor, Tensor]
Key = tuple[Any, ...]
Made = TypeVar("Made")


@dataclass(frozen=True)
class Case:
    """The inputs of one attention layer, in float64. Matrices are (d_in, d_out), as in `x @ W`."""

    x: Tensor  # (..., T, d_in)
    matrices: dict[str, Tensor]  # q, k, v and, with an output projection, o
    biases: dict[str, Tensor] = field(default_factory=dict)
    other: Tensor | None = None  # x_2 of cross-attention
    causal: bool = False
    unasked: bool = False  # whether `causal` was left to its default
    num_heads: int = 0  # 0: no heads
    returns_weights: bool = False
    kept: dict[str, tuple[Key, Any]] = field(default_factory=dict, init=False, repr=False)

    def once(self, name: str, key: Key, make: Callable[[], Made]) -> Made:
        """The last value of this name if its key was the same: tables go through faults stage by stage."""
        if self.kept.get(name, ((),))[0] != key:
            self.kept.pop(name, None)  # `make` may raise
            self.kept[name] = (key, make())
        made: Made = self.kept[name][1]
        return made


# Which matrix projects queries, keys and values; None leaves the token vectors as they are.
MATRICES: dict[str, tuple[str | None, str | None, str | None]] = {
    "values-from-keys/cut": ("q", "k", "k"),
    "not-projected/cut": ("q", "k", None),
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
ACTIVATED = {"activated": "qkv", "activated/queries": "q", "activated/keys": "k", "activated/values": "v"}
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
    if option.startswith("input-normalised"):
        x1, x2, x3 = (
            (_normalised(x) for x in (x1, x2, x3))
            if option == "input-normalised"
            else (x1, *map(_normalised, (x2, x3)))
        )
    parts = (_project(case, x, name, turned, unbiased) for x, name in zip((x1, x2, x3), names, strict=True))
    active = ACTIVATED.get(option, "")
    queries, keys, values = (
        part.relu() if letter in active else part for letter, part in zip("qkv", parts, strict=True)
    )
    return queries, keys, values[..., : case.matrices["v"].shape[-1]] if option.endswith("/cut") else values


def _normalised(x: Tensor) -> Tensor:
    return torch.nn.functional.layer_norm(x, x.shape[-1:])


def _project(case: Case, x: Tensor, name: str | None, turned: str, unbiased: str) -> Tensor:
    if name is None:
        return x
    matrix = case.matrices[name].T if name in turned else case.matrices[name]
    result = x @ matrix
    return result + case.biases[name] if name in case.biases and name not in unbiased else result


def _sources(case: Case, option: str) -> tuple[Tensor, Tensor, Tensor]:
    if case.other is None:
        return case.x, case.x, case.x
    if option == "inputs-joined/queries":
        return case.x + case.other, case.other, case.other
    if option.startswith("inputs-joined"):
        both = torch.cat([case.x, case.other], -2) if option.endswith("tokens") else case.x + case.other
        return (case.x, both, both) if option != "inputs-joined/all" else (both, both, both)
    inputs = {1: case.x, 2: _cut(case.x, case.other, option)}
    first, second, third = SOURCES.get(option, (1, 2, 2))
    return inputs[first], inputs[second], inputs[third]


def _cut(x1: Tensor, x2: Tensor, option: str) -> Tensor:
    """What is left of x_2."""
    if option == "x2-first":
        return x2[:1]
    T_1, T_2 = x1.shape[-2], x2.shape[-2]
    if option.startswith("x2-padded"):
        padded = torch.nn.functional.pad(x2, (0, 0, 0, max(T_1 - T_2, 0)))
        return padded[..., :T_1, :] if option.endswith("cut") else padded
    kept = {"x2-cut": T_1, "x2-cut/last": max(T_2 - 1, 1)}.get(option, T_2)
    return x2[..., 1:, :] if option == "x2-cut/first" else x2[..., :kept, :]


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
    "batch-mixed/summed": lambda q, k: q @ (k.sum(0) if k.ndim > 2 else k).mT,
    "batch-mixed/keys": lambda q, k: q @ k.reshape(-1, k.shape[-1]).T,
    "first-of-batch/scores": _first_of_batch,
    "first-of-batch/keys": lambda q, k: q @ (k[:1] if k.ndim > 2 else k).mT,
    "across-batch/scores": lambda q, k: (q.transpose(0, 1) @ k.transpose(0, 1).mT).transpose(0, 1),
    "turned-by-first": lambda q, k: q @ k.transpose(0, 1).reshape(k.shape).mT,
    "cosine": lambda q, k: _unit(q) @ _unit(k).mT,
    "cosine/unscaled": lambda q, k: _unit(q) @ _unit(k).mT * q.shape[-1] ** 0.5,
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
