"""Switches of the causal mask: which entries are hidden, with what, and when."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.diagnosis.model import Faults
from solutions.shared.faults.weighting import NORMS, Normalise, filled, hidden, row_by_row

Masking = Callable[[Tensor, Normalise], Tensor]
LONG = 40  # tokens: no other probe has so many


def _before(mask: Callable[[Tensor], Tensor], value: float = -math.inf, *, zeros: bool = False) -> Masking:
    """The softmax of scores that were filled first."""

    def weights(scores: Tensor, normalise: Normalise) -> Tensor:
        found = normalise(filled(scores, mask(scores), value))
        return found.nan_to_num(0.0) if zeros else found

    return weights


def _after(finish: Callable[[Tensor], Tensor], diagonal: int = 1) -> Masking:
    """The softmax first, then weights are taken away."""
    return lambda scores, normalise: finish(filled(normalise(scores), hidden(scores.shape, diagonal), 0.0))


def _future(scores: Tensor) -> Tensor:
    return hidden(scores.shape)


def _past(scores: Tensor) -> Tensor:
    return ~hidden(scores.shape, 0)


def _only_self(scores: Tensor) -> Tensor:
    return ~torch.eye(*scores.shape[-2:], dtype=torch.bool)


def _window(width: int) -> Callable[[Tensor], Tensor]:
    return lambda scores: hidden(scores.shape) | torch.ones(scores.shape[-2:], dtype=torch.bool).tril(-width)


def _first_of_batch(scores: Tensor) -> Tensor:
    mask = torch.zeros(scores.shape, dtype=torch.bool)
    mask[0] = hidden(scores.shape)
    return mask


def _first_head(scores: Tensor) -> Tensor:
    mask = torch.zeros(scores.shape, dtype=torch.bool)
    mask[..., 0, :, :] = hidden(scores.shape)
    return mask


def _heads_for_batch(scores: Tensor) -> Tensor:
    """A mask of the first of a batch, (B, T, T), that lands on the heads."""
    mask = torch.zeros(scores.shape[:1] + scores.shape[-2:], dtype=torch.bool)
    mask[0] = hidden(scores.shape)
    return mask


def _raised(value: float) -> Masking:
    """A number is added to the scores that are to be hidden."""
    return lambda scores, normalise: normalise(scores + value * hidden(scores.shape))


def _square(masking: Masking) -> Masking:
    """A mask made for as many queries as keys."""

    def weights(scores: Tensor, normalise: Normalise) -> Tensor:
        if scores.shape[-1] != scores.shape[-2]:
            raise ValueError(f"a square mask for {tuple(scores.shape)}")
        return masking(scores, normalise)

    return weights


def _of_fixed_size(scores: Tensor, normalise: Normalise) -> Tensor:
    """A mask made once, for fewer tokens than the longest text has."""
    if scores.shape[-1] >= LONG:
        raise ValueError(f"a mask too small for {scores.shape[-1]} tokens")
    return _before(_future)(scores, normalise)


def _mirrored(scores: Tensor) -> Tensor:
    return hidden(scores.shape).flip(-1)


def _renormalised(dims: int | tuple[int, ...]) -> Callable[[Tensor], Tensor]:
    return lambda weights: weights / weights.sum(dims, keepdim=True)


MASKS: dict[str, Masking] = {
    "no-mask": lambda scores, normalise: normalise(scores),
    "mask-inverted": _before(lambda scores: ~hidden(scores.shape)),
    "mask-inverted/zeros": _before(lambda scores: ~hidden(scores.shape), zeros=True),
    "mask-inverted/large": _before(lambda scores: ~hidden(scores.shape), -1e9),
    "mask-inverted/self": _before(_past),
    "mask-inverted/after": lambda scores, normalise: filled(normalise(scores), ~hidden(scores.shape), 0.0),
    "mask-inverted/after-self": lambda scores, normalise: normalise(scores).triu(),
    "mask-inverted/renormalised": lambda scores, normalise: _renormalised(-1)(normalise(scores).triu()),
    "diagonal-masked": _before(lambda scores: hidden(scores.shape, 0)),
    "diagonal-masked/zeros": _before(lambda scores: hidden(scores.shape, 0), zeros=True),
    "diagonal-masked/large": _before(lambda scores: hidden(scores.shape, 0), -1e9),
    "diagonal-masked/after": _after(lambda weights: weights, 0),
    "diagonal-masked/renormalised": _after(_renormalised(-1), 0),
    "future-visible": _before(lambda scores: hidden(scores.shape, 2)),
    "future-visible/after": _after(lambda weights: weights, 2),
    "future-visible/renormalised": _after(_renormalised(-1), 2),
    "only-itself": _before(_only_self),
    "mask-with-zero": _before(_future, 0.0),
    "mask-too-weak/one": _before(_future, -1.0),
    "mask-too-weak/ten": _before(_future, -10.0),
    "mask-too-weak/five": _before(_future, -5.0),
    "mask-too-weak/hundred": _before(_future, -100.0),
    "mask-too-weak/least": _before(_future, -20.0),
    "mask-too-weak/hundred-added": _raised(-100.0),
    "mask-too-weak/ten-added": _raised(-10.0),
    "mask-too-weak/subtracted": lambda scores, normalise: normalise(scores - hidden(scores.shape).to(scores.dtype)),
    "mask-added": lambda scores, normalise: normalise(scores + hidden(scores.shape).to(scores.dtype)),
    "mask-added/kept": lambda scores, normalise: normalise(scores + (~hidden(scores.shape)).to(scores.dtype)),
    "mask-times-scores": lambda scores, normalise: normalise(scores * hidden(scores.shape)),
    "mask-positive": _before(_future, math.inf),
    "mask-positive/large": _before(_future, 1e9),
    "mask-nan": lambda scores, normalise: normalise(scores * torch.full(scores.shape[-2:], -math.inf).triu(1)),
    "mask-nan/all": lambda scores, normalise: normalise(scores * math.nan),
    "mask-nan/scores": lambda scores, normalise: normalise(
        torch.where(hidden(scores.shape), -math.inf * scores, scores)
    ),
    "mask-not-renormalised": _after(lambda weights: weights),
    "mask-not-renormalised/by-count": _after(lambda weights: weights / weights.shape[-1]),
    "mask-after-softmax": lambda scores, normalise: filled(normalise(scores), hidden(scores.shape)),
    "mask-softmax-again": lambda scores, normalise: normalise(filled(normalise(scores), hidden(scores.shape))),
    "mask-softmax-again/zeros": _after(lambda weights: weights.softmax(-1)),
    "renormalised-columns": _after(_renormalised(-2)),
    "renormalised-whole": _after(_renormalised((-2, -1))),
    "window/two": _before(_window(2)),
    "window/three": _before(_window(3)),
    "window/four": _before(_window(4)),
    "mask-first-of-batch": _before(_first_of_batch),
    "mask-first-row": _before(lambda scores: hidden(scores.shape) & (torch.arange(scores.shape[-2]) == 0)[:, None]),
    "mask-first-head": _before(_first_head),
    "mask-first-head/batch": _before(_heads_for_batch),
    "mask-too-small": _of_fixed_size,
    "mask-mirrored": _before(_mirrored),
    "mask-mirrored/other": _before(lambda scores: hidden(scores.shape).flip(-2)),
}


def _near(width: int) -> Callable[[Tensor], Tensor]:
    return lambda scores: ~torch.ones(scores.shape[-2:], dtype=torch.bool).triu(-width).tril(width)


def _diagonal(scores: Tensor) -> Tensor:
    return torch.eye(*scores.shape[-2:], dtype=torch.bool)


CAUSAL_NORMS = (*NORMS, *(f"{name}/visible" for name in NORMS))

# Masks where none is asked for.
KEPT_MASKS: dict[str, Masking] = {
    "causal-mask-kept": _before(_future),
    "causal-mask-kept/after": MASKS["mask-not-renormalised"],
    "causal-mask-kept/zero": MASKS["mask-with-zero"],
    "causal-mask-kept/inverted": MASKS["mask-inverted/self"],
    "causal-mask-kept/diagonal": MASKS["diagonal-masked"],
    "causal-mask-kept/diagonal-zeros": MASKS["diagonal-masked/zeros"],
    "diagonal-left-out": _before(_diagonal),
    "diagonal-left-out/zero": _before(_diagonal, 0.0),
    "diagonal-left-out/after": lambda scores, normalise: filled(normalise(scores), _diagonal(scores), 0.0),
    "window/near-one": _before(_near(1)),
    "window/near-two": _before(_near(2)),
    "window/near-three": _before(_near(3)),
}
KEPT_MASKS |= {f"{name}{'-' if '/' in name else '/'}square": _square(masking) for name, masking in KEPT_MASKS.items()}


def weighted(scores: Tensor, normalise: Normalise, faults: Faults, *, causal: bool) -> Tensor:
    """Weights of scaled scores."""
    option = str(faults.get("mask", ""))
    masking = (MASKS if causal else KEPT_MASKS).get(option)
    if causal and masking is None and str(faults.get("normalisation", "")).endswith("/visible"):
        return row_by_row(scores, normalise)
    if masking is not None:
        return masking(scores, normalise)
    if not causal:
        return normalise(scores)
    axis = str(faults.get("axis", ""))  # along another axis than the keys, all of a slice may be hidden
    weights = _before(_future, -1e9 if axis.endswith("/finite") else -math.inf)(scores, normalise)
    return weights.nan_to_num(0.0) if axis.endswith("/zeros") else weights
