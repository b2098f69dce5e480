"""Switches on the way from scores to weights: scale, mask, softmax and its axis."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.diagnosis.model import Faults, Sizes

Normalise = Callable[[Tensor], Tensor]


SCALES: dict[str, Callable[[Sizes], float]] = {
    "no-scale": lambda _: 1.0,
    "by-d-k": lambda n: 1 / n.d_k,
    "by-half-d-k": lambda n: 2 / n.d_k,
    "by-twice-d-k": lambda n: 0.5 / n.d_k,
    "by-root-of-tokens": lambda n: n.keys**-0.5,
    "by-root-of-tokens/queries": lambda n: n.queries**-0.5,
    "by-tokens": lambda n: 1 / n.keys,
    "by-tokens/queries": lambda n: 1 / n.queries,
    "by-root-of-d-v": lambda n: n.d_v**-0.5,
    "by-root-of-d-in": lambda n: n.d_in**-0.5,
    "by-d-in": lambda n: 1 / n.d_in,
    "by-root-of-heads": lambda n: n.num_heads**-0.5,
    "by-integer-root": lambda n: 1 / int(n.d_k**0.5),
    "by-integer-root/round": lambda n: 1 / round(n.d_k**0.5),
    "by-integer-root/ceil": lambda n: 1 / math.ceil(n.d_k**0.5),
    "multiplied-by-root": lambda n: n.d_k**0.5,
    "multiplied-by-d-k": lambda n: n.d_k,
    "by-d-k-squared": lambda n: n.d_k**-2,
    "by-fourth-root": lambda n: n.d_k**-0.25,
    "by-logarithm": lambda n: 1 / math.log(n.d_k),
    "by-root-plus-one": lambda n: 1 / (n.d_k**0.5 + 1),
    "by-root-plus-one/inside": lambda n: (n.d_k + 1) ** -0.5,
    "by-root-plus-one/minus": lambda n: (n.d_k - 1) ** -0.5,
    "by-three-halves": lambda n: n.d_k**-1.5,
}


def scaled(scores: Tensor, sizes: Sizes, faults: Faults) -> Tensor:
    """Scores divided by √d_k, or what stands for it."""
    option = faults.get("scale")
    if option == "scale-floored":
        return torch.floor(scores / sizes.d_k**0.5)
    if isinstance(option, float):
        return scores * option
    return scores * SCALES.get(str(option), _right_scale)(sizes)


def _right_scale(sizes: Sizes) -> float:
    return float(sizes.d_k**-0.5)


def _softmax(scores: Tensor, dim: int) -> Tensor:
    return scores.softmax(dim)


DIMS = {"over-queries": -2, "over-batch": 0, "over-dimension-one": 1, "over-heads": -3}


def _share(parts: Tensor, dim: int) -> Tensor:
    return parts / parts.sum(dim, keepdim=True)


def standardised(scores: Tensor, dim: int) -> Tensor:
    """Mean 0 and spread 1 along `dim`."""
    centred = scores - scores.mean(dim, keepdim=True)
    return (
        centred / ((centred**2).sum(dim, keepdim=True) / (scores.shape[dim] - 1)) ** 0.5
        if scores.shape[dim] > 1
        else centred * math.nan
    )


def _shifted(scores: Tensor, dim: int) -> Tensor:
    return (scores - scores.amax(dim, keepdim=True)).exp()


NORMS: dict[str, Callable[[Tensor, int], Tensor]] = {
    "no-softmax": lambda s, _: s,
    "sum-without-exp": _share,
    "sum-without-exp/absolute": lambda s, dim: _share(s.abs(), dim),
    "sum-without-exp/signed": lambda s, dim: s / s.abs().sum(dim, keepdim=True),
    "sum-without-exp/positive": lambda s, dim: _share(s.relu(), dim),
    "sum-without-exp/square": lambda s, dim: _share(s**2, dim),
    "sum-without-exp/minimum": lambda s, dim: _share(s - s.amin(dim, keepdim=True), dim),
    "sum-without-exp/visible-part": lambda s, dim: s.relu() / (s.relu().sum(dim, keepdim=True) + 1e-9),
    "softmax-twice": lambda s, dim: s.softmax(dim).softmax(dim),
    "one-hot": lambda s, dim: (s == s.amax(dim, keepdim=True)).to(s.dtype),
    "exp-alone": lambda s, _: s.exp(),
    "exp-alone/shifted": _shifted,
    "log-softmax": lambda s, dim: s.log_softmax(dim),
    "sigmoid": lambda s, _: s.sigmoid(),
    "sigmoid-shares": lambda s, dim: _share(s.sigmoid(), dim),
    "tanh": lambda s, _: s.tanh(),
    "base-two": lambda s, dim: (s * math.log(2)).softmax(dim),
    "base-two/ten": lambda s, dim: (s * math.log(10)).softmax(dim),
    "uniform-weights": lambda s, dim: torch.full_like(s, 1 / s.shape[dim]),
    "uniform-weights/nan": lambda s, dim: (s * 0).softmax(dim),
    "weights-rounded": lambda s, dim: (s.softmax(dim) * 100).round() / 100,
    "weights-rounded/one": lambda s, dim: (s.softmax(dim) * 10).round() / 10,
    "weights-rounded/three": lambda s, dim: (s.softmax(dim) * 1000).round() / 1000,
    "softmin": lambda s, dim: (-s).softmax(dim),
    "no-keepdim": lambda s, dim: _shifted(s, dim) / _shifted(s, dim).sum(dim),
    "no-keepdim/plain": lambda s, dim: s.exp() / s.exp().sum(dim),
    "no-keepdim/turned": lambda s, _: s.exp() / s.exp().sum(-1).unsqueeze(-2),
    "no-keepdim/turned-shifted": lambda s, dim: _shifted(s, dim) / _shifted(s, dim).sum(-1).unsqueeze(-2),
    "sum-of-other-axis": lambda s, dim: _shifted(s, dim) / _shifted(s, dim).sum(dim - 1, keepdim=True),
    "sum-of-other-axis/next": lambda s, dim: _shifted(s, dim) / _shifted(s, dim).sum((dim + 1) % s.ndim, keepdim=True),
    "constant-in-denominator": lambda s, dim: s.exp() / (s.exp().sum(dim, keepdim=True) + 1e-3),
    "constant-in-denominator/shifted": lambda s, dim: (
        _shifted(s, dim) / (_shifted(s, dim).sum(dim, keepdim=True) + 1e-3)
    ),
    "constant-in-denominator/hundredth": lambda s, dim: (
        _shifted(s, dim) / (_shifted(s, dim).sum(dim, keepdim=True) + 1e-2)
    ),
    "by-running-sum": lambda s, dim: s.exp() / s.exp().cumsum(dim),
    "last-left-out": lambda s, dim: s.exp() / s.exp().narrow(dim, 0, max(s.shape[dim] - 1, 1)).sum(dim, keepdim=True),
    "shifted-after-exp": lambda s, dim: _share(s.exp() - s.exp().amax(dim, keepdim=True), dim),
    "sum-of-everything": lambda s, dim: _shifted(s, dim) / _shifted(s, dim).sum(),
    "by-maximum": lambda s, dim: s / s.amax(dim, keepdim=True),
    "by-maximum/exp": lambda s, dim: s.exp() / s.exp().amax(dim, keepdim=True),
    "by-mean": lambda s, dim: s.exp() / s.exp().mean(dim, keepdim=True),
    "euclidean": lambda s, dim: s / s.norm(dim=dim, keepdim=True),
    "euclidean/exp": lambda s, dim: s.exp() / s.exp().norm(dim=dim, keepdim=True),
    "maximum-in-numerator-only": lambda s, dim: _shifted(s, dim) / s.exp().sum(dim, keepdim=True),
    "maximum-in-numerator-only/denominator": lambda s, dim: s.exp() / _shifted(s, dim).sum(dim, keepdim=True),
    "one-minus": lambda s, dim: 1 - s.softmax(dim),
    "one-added": lambda s, dim: s.exp() / (1 + s.exp().sum(dim, keepdim=True)),
    "standardised": standardised,
    "standardised/softmax": lambda s, dim: standardised(s, dim).softmax(dim),
    "sorted": lambda s, dim: s.softmax(dim).sort(dim)[0],
    "cumulative": lambda s, dim: s.softmax(dim).cumsum(dim),
}


def normaliser(faults: Faults, dim: int = -1) -> Normalise:
    """Softmax over the keys, or what stands for it."""
    norm = NORMS.get(str(faults.get("normalisation", "")).removesuffix("/visible"), _softmax)
    axis = str(faults.get("axis", ""))
    if axis == "whole-matrix":
        return lambda s: norm(s.flatten(-2), -1).reshape(s.shape)
    if axis == "whole-tensor":
        return lambda s: norm(s.flatten(), -1).reshape(s.shape)
    if axis == "result-transposed":
        return lambda s: norm(s, dim).mT
    if axis.startswith("scores-transposed"):
        return lambda s: norm(s.mT, dim)
    if axis == "implicit-dim":  # what torch takes when no dim is given
        return lambda s: norm(s, 0 if s.ndim in (0, 1, 3) else 1)
    if axis == "over-dimension-two/strict":
        return lambda s: norm(s, 2)
    if axis == "over-dimension-two":
        return lambda s: norm(s, min(2, s.ndim - 1))
    return lambda s: norm(s, DIMS.get(axis.split("/", maxsplit=1)[0], dim))


def row_by_row(scores: Tensor, normalise: Normalise) -> Tensor:
    """Each row of `(..., T, T)` normalised over what a causal mask leaves visible, with zeros elsewhere."""
    rows = [normalise(scores[..., place, : place + 1]) for place in range(scores.shape[-2])]
    width = scores.shape[-1]
    return torch.stack([torch.nn.functional.pad(row, (0, width - row.shape[-1])) for row in rows], -2)


def hidden(shape: torch.Size, diagonal: int = 1) -> Tensor:
    """True where the key lies at least `diagonal` places after the query, (T_q, T_k)."""
    return torch.ones(shape[-2:], dtype=torch.bool).triu(diagonal)


def filled(scores: Tensor, mask: Tensor, value: float = -math.inf) -> Tensor:
    """Scores with `value` where the mask is True."""
    return scores.masked_fill(mask, value)
