"""Wrong forms of the two causal masks; the right form stands under the empty name."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.diagnosis.evidence import Value, close

TINY = 1e-7  # below this a weight of order-1 scores is none
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


def marks_other_entries(seen: Value, right: Value) -> bool:
    """Whether a mask has the right shape and the right marks, but on other entries."""
    if len(seen) != 1 or seen[0].shape != right[0].shape:
        return False
    marks = {0.0, 1.0} if right[0].ndim == 4 else {0.0, -math.inf}  # (1, 1, T, T) of bool, or (T, T) to add
    return all(value in marks for value in seen[0].flatten().tolist())


def hides_other_entries(seen: Tensor, unmasked: Tensor, right: Tensor) -> bool:
    """Whether weights are those of a softmax over other entries than the right ones: each row over what it sees.

    Rows that all see one entry show nothing: whatever gives all weight to one entry makes them.
    """
    if seen.shape != unmasked.shape or not bool(seen.isfinite().all()):
        return False
    visible = seen.abs() > TINY
    if not bool((visible.sum(-1) > 1).any()):
        return False
    shares = unmasked * visible
    return not bool((visible == (right > TINY)).all()) and close(shares / shares.sum(-1, keepdim=True), seen)
