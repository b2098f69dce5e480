"""Wrong forms of the two causal masks; the right form stands under the empty name."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

Form = Callable[[int], Tensor]


def _ones(T: int) -> Tensor:
    return torch.ones(1, 1, T, T)


BOOLEAN: dict[str, Form] = {
    "": lambda T: _ones(T).triu(1),
    "mask-inverted": lambda T: _ones(T).tril(),
    "mask-inverted/self": lambda T: _ones(T).tril(-1),
    "diagonal-masked": lambda T: _ones(T).triu(),
    "future-visible": lambda T: _ones(T).triu(2),
    "no-mask": lambda T: 0 * _ones(T),
    "all-masked": _ones,
    "only-itself": lambda T: 1 - torch.eye(T)[None, None],
    "mask-mirrored": lambda T: _ones(T).triu(1).flip(-1),
    "mask-mirrored/other": lambda T: _ones(T).triu(1).flip(-2),
    "mask-one-step": lambda T: _ones(T).triu(1) - _ones(T).triu(2),
    "mask-diagonal-only": lambda T: torch.eye(T)[None, None],
    "mask-axes-missing": lambda T: torch.ones(T, T).triu(1),
    "mask-axes-missing/one": lambda T: torch.ones(1, T, T).triu(1),
    "mask-axes-missing/inverted": lambda T: torch.ones(T, T).tril(),
}


def _infinite(T: int) -> Tensor:
    return torch.full((T, T), -math.inf)


def _upper(T: int, value: float, diagonal: int = 1) -> Tensor:
    return torch.zeros(T, T).masked_fill(torch.ones(T, T, dtype=torch.bool).triu(diagonal), value)


def _lower(T: int, diagonal: int) -> Tensor:
    return torch.zeros(T, T).masked_fill(torch.ones(T, T, dtype=torch.bool).tril(diagonal), -math.inf)


ADDITIVE: dict[str, Form] = {
    "": lambda T: _infinite(T).triu(1),
    "mask-inverted": lambda T: _lower(T, -1),
    "mask-inverted/self": lambda T: _lower(T, 0),
    "diagonal-masked": lambda T: _upper(T, -math.inf, 0),
    "future-visible": lambda T: _upper(T, -math.inf, 2),
    "no-mask": lambda T: torch.zeros(T, T),
    "all-masked": _infinite,
    "only-itself": lambda T: _upper(T, -math.inf) + _lower(T, -1),
    "mask-positive": lambda T: _upper(T, math.inf),
    "mask-finite": lambda T: _upper(T, -1e9),
    "mask-finite/large": lambda T: _upper(T, -1e10),
    "mask-finite/small": lambda T: _upper(T, -1e4),
    "mask-finite/hundred": lambda T: _upper(T, -100.0),
    "mask-finite/thousand": lambda T: _upper(T, -1000.0),
    "mask-finite/twenty": lambda T: _upper(T, -1e20),
    "mask-finite/six": lambda T: _upper(T, -1e6),
    "mask-finite/least": lambda T: _upper(T, torch.finfo(torch.float32).min),
    "mask-with-ones": lambda T: _upper(T, 1.0),
    "mask-minus-one": lambda T: _upper(T, -1.0),
    "mask-with-ones/lower": lambda T: torch.ones(T, T).tril(),
    "mask-with-ones/infinite": lambda T: _upper(T, -math.inf) + torch.ones(T, T).tril(),
    "mask-nan": lambda T: torch.ones(T, T).triu(1) * -math.inf,
    "mask-nan/upper": lambda T: _upper(T, math.nan),
    "mask-nan/lower": lambda T: _upper(T, -math.inf).masked_fill(torch.ones(T, T, dtype=torch.bool).tril(), math.nan),
    "mask-mirrored": lambda T: _upper(T, -math.inf).flip(-1),
    "mask-axes-added": lambda T: _upper(T, -math.inf)[None, None],
    "mask-axes-added/one": lambda T: _upper(T, -math.inf)[None],
}
