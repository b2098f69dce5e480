"""Probes and switches of `mask_and_renormalize`: which weights are kept, and what they are divided by."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import FaultModel, Faults, Probe

Step = Callable[[Tensor], Tensor]


def _ones_filled(weights: Tensor) -> Tensor:
    return weights.tril() + torch.ones_like(weights).triu(1)


def _first_of_batch(weights: Tensor) -> Tensor:
    kept = weights.clone()
    first = (0,) * (weights.ndim - 2)
    kept[first] = kept[first].tril()
    return kept


def _filled(weights: Tensor) -> Tensor:
    return weights.masked_fill(torch.ones_like(weights).triu(1).bool(), -math.inf)


KEPT: dict[str, Step] = {
    "mask-inverted": lambda w: w.triu(1),
    "mask-inverted/self": lambda w: w.triu(),
    "diagonal-masked": lambda w: w.tril(-1),
    "future-visible": lambda w: w.tril(1),
    "no-mask": lambda w: w,
    "only-itself": lambda w: w.tril().triu(),
    "window/two": lambda w: w.tril().triu(-1),
    "window/three": lambda w: w.tril().triu(-2),
    "window/four": lambda w: w.tril().triu(-3),
    "mask-mirrored": lambda w: w.flip(-1).tril().flip(-1),
    "mask-mirrored/other": lambda w: w.flip(-1).triu().flip(-1),
    "mask-first-of-batch": _first_of_batch,
    "mask-too-weak": _ones_filled,
    "mask-after-softmax": _filled,
    "mask-turned": lambda w: w.mT.tril(),
    "mask-turned/back": lambda w: w.mT.triu(),
}


def _reversed(x: Tensor) -> Tensor:
    return x.permute(*reversed(range(x.ndim)))


TOTALS: dict[str, tuple[str, Callable[[Tensor, Tensor], Tensor]]] = {  # stage, and the result from kept and all weights
    "mask-not-renormalised": ("normalisation", lambda kept, _: kept),
    "mask-not-renormalised/all": ("normalisation", lambda kept, w: kept / w.sum(-1, keepdim=True)),
    "mask-softmax-again": ("normalisation", lambda kept, _: kept.softmax(-1)),
    "mask-softmax-again/visible": ("normalisation", lambda _, w: _filled(w).softmax(-1)),
    "mask-softmax-again/nonzero": ("normalisation", lambda kept, _: kept.masked_fill(kept == 0, -math.inf).softmax(-1)),
    "by-maximum": ("normalisation", lambda kept, _: kept / kept.amax(-1, keepdim=True)),
    "by-mean": ("normalisation", lambda kept, _: kept / kept.mean(-1, keepdim=True)),
    "euclidean": ("normalisation", lambda kept, _: kept / kept.norm(dim=-1, keepdim=True)),
    "by-count": ("normalisation", lambda kept, _: kept / torch.arange(1, kept.shape[-1] + 1)[:, None]),
    "by-count/all": ("normalisation", lambda kept, _: kept / kept.shape[-1]),
    "by-running-sum": ("normalisation", lambda kept, _: (kept / kept.cumsum(-1)).tril()),
    "renormalised-whole": ("normalisation", lambda kept, _: kept / kept.sum((-2, -1), keepdim=True)),
    "renormalised-whole/batch": ("normalisation", lambda kept, _: kept / kept.sum()),
    "multiplied-by-sum": ("normalisation", lambda kept, _: kept * kept.sum(-1, keepdim=True)),
    "constant-in-denominator": ("normalisation", lambda kept, _: kept / (kept.sum(-1, keepdim=True) + 1e-3)),
    "constant-in-denominator/larger": ("normalisation", lambda kept, _: kept / (kept.sum(-1, keepdim=True) + 1e-2)),
    "constant-in-denominator/one": ("normalisation", lambda kept, _: kept / (kept.sum(-1, keepdim=True) + 1)),
    "rest-shared-out": ("normalisation", lambda kept, _: kept + torch.diag_embed(1 - kept.sum(-1))),
    "rest-shared-out/even": (
        "normalisation",
        lambda kept, _: (
            kept
            + torch.ones_like(kept).tril()
            * (1 - kept.sum(-1, keepdim=True))
            / torch.arange(1, kept.shape[-1] + 1)[:, None]
        ),
    ),
    "renormalised-columns": ("axis", lambda kept, _: kept / kept.sum(-2, keepdim=True)),
    "over-batch": ("axis", lambda kept, _: kept / kept.sum(0, keepdim=True)),
    "over-dimension-one": ("axis", lambda kept, _: kept / kept.sum(1, keepdim=True)),
    "sum-over-wrong-axis/reversed": ("axis", lambda kept, _: _reversed(_reversed(kept) / kept.sum(-1))),
    "sum-over-wrong-axis": ("axis", lambda kept, _: kept / kept.sum(-1)),
    "sum-over-wrong-axis/turned": ("axis", lambda kept, _: kept / kept.sum(-1).unsqueeze(-2)),
}


def renormalised() -> FaultModel:
    """Its model."""
    sizes = [(2, 6, 6), (3, 5, 5), (4, 4, 4), (2, 3, 5, 5), (5, 5)]
    inputs = [sample(*shape, seed=place, scale=1.5).softmax(-1) for place, shape in enumerate(sizes)]
    probes = tuple(
        Probe({"target": "mask_and_renormalize", "calls": [{"args": [w], "named": {}}]}, w.double()) for w in inputs
    )
    stages = {
        stage: tuple(name for name, (own, _) in TOTALS.items() if own == stage) for stage in ("normalisation", "axis")
    }
    safe = tuple(f"{name}{'' if '/' in name else '/'}-safe" for name in ("mask-inverted", "diagonal-masked"))
    return FaultModel(probes, stages | {"mask": (*KEPT, *safe)}, _compute)


def _compute(weights: Tensor, faults: Faults) -> Tensor:
    option = str(faults.get("mask", ""))
    kept = KEPT.get(option.removesuffix("/-safe"), torch.tril)(weights)
    name = str(faults.get("normalisation", faults.get("axis", "")))
    if name in TOTALS:
        return TOTALS[name][1](kept, weights)
    result = kept / kept.sum(-1, keepdim=True)
    return result.nan_to_num(0.0) if option.endswith("safe") else result
