"""Probes and switches of the exercises that are functions of tensors."""

import math
from collections.abc import Callable

from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import FaultModel, Faults, Sizes
from solutions.shared.faults.masking import CAUSAL_NORMS, KEPT_MASKS, LONG, MASKS, weighted
from solutions.shared.faults.mixing import MIXES, mixed
from solutions.shared.faults.plain_probes import plain_probes
from solutions.shared.faults.products import PRODUCTS, product
from solutions.shared.faults.weighting import NORMS, SCALES, filled, hidden, normaliser, scaled, standardised

MATRIX_SCALES = tuple(name for name in SCALES if not name.startswith(("by-root-of-d", "by-d-in", "by-root-of-heads")))
# Fillings that are divided by the scale like the scores.
FILLED_BEFORE = {
    "mask-too-weak/before": -10.0,
    "mask-too-weak/hundred-before": -100.0,
}
AXES = (
    "over-queries",
    "over-batch",
    "over-dimension-one",
    "whole-matrix",
    "whole-tensor",
    "result-transposed",
    "scores-transposed",
    "implicit-dim",
    "over-dimension-two",
    "over-dimension-two/strict",
)


def _scores() -> FaultModel:
    sizes = [((2, 6, 5), (2, 3, 5)), ((3, 4, 7), (3, 4, 7)), ((4, 4, 4), (4, 4, 4)), ((5, 6), (3, 6)), ((4, 4), (4, 4))]
    pairs = [(sample(*q, seed=place), sample(*k, seed=50 + place)) for place, (q, k) in enumerate(sizes)]
    stages = {
        "product": tuple(PRODUCTS),
        "scale": ("by-root-of-d-k", *(name for name in MATRIX_SCALES if name != "no-scale")),
        "normalisation": (
            "weights-already",
            "weights-already/unscaled",
            "maximum-taken-away",
            "maximum-taken-away/one",
        ),
        "mask": ("causal-mask-kept", "causal-mask-kept/after"),
    }
    return FaultModel(
        plain_probes("attention_scores", pairs), stages, _scores_of, any_scale=True, measures=lambda pair: _sizes(*pair)
    )


def _sizes(queries: Tensor, keys: Tensor) -> Sizes:
    return Sizes(queries.shape[-1], queries.shape[-2], keys.shape[-2])


def _scores_of(inputs: tuple[Tensor, Tensor], faults: Faults) -> Tensor:
    queries, keys = inputs
    scores = product(queries, keys, faults)
    option = faults.get("scale")
    sizes = _sizes(queries, keys)
    if option is not None:
        scores = scaled(scores, sizes, {} if option == "by-root-of-d-k" else faults)
    norm, mask = str(faults.get("normalisation", "")), str(faults.get("mask", ""))
    if mask:
        scores = scores.tril() if mask.endswith("after") else weighted(scores, lambda s: s, faults, causal=True)
    if norm.startswith("weights-already"):
        return (scores if norm.endswith("unscaled") else scaled(scores, sizes, {})).softmax(-1)
    if norm.startswith("maximum-taken-away"):
        return scores - (scores.amax() if norm.endswith("one") else scores.amax(-1, keepdim=True))
    return scores


def _weights() -> FaultModel:
    sizes = [((2, 6, 4), 5), ((3, 5, 7), 7), ((4, 4, 4), 11), ((2, 3, 5, 6), 3), ((4, 6), 13)]
    pairs = [(sample(*shape, seed=place, scale=2.0), d_k) for place, (shape, d_k) in enumerate(sizes)]
    stages = {
        "scale": (*MATRIX_SCALES, "scale-floored"),
        "axis": AXES,
        "normalisation": tuple(NORMS),
        "mask": tuple(KEPT_MASKS),
        "values": ("scores-changed/absolute", "scores-changed/positive", "scores-changed/rounded"),
    }
    return FaultModel(
        plain_probes("attention_weights", pairs), stages, _weights_of, any_scale=True, measures=_sizes_of, weights=0
    )


def _sizes_of(inputs: tuple[Tensor, float]) -> Sizes:
    scores, d_k = inputs
    return Sizes(d_k, scores.shape[-2], scores.shape[-1])


def _weights_of(inputs: tuple[Tensor, float], faults: Faults) -> Tensor:
    scores, d_k = inputs
    changed = str(faults.get("values", ""))
    scores = scores.abs() if changed.endswith("absolute") else scores.relu() if changed.endswith("positive") else scores
    scores = scores.round() if changed.endswith("rounded") else scores
    own = scaled(scores, _sizes_of((scores, d_k)), faults)
    return weighted(own, normaliser(faults), faults, causal=False)


def _context() -> FaultModel:
    sizes = [
        ((2, 6, 4), (2, 4, 3)),
        ((3, 5, 5), (3, 5, 2)),
        ((4, 4, 4), (4, 4, 4)),
        ((3, 5), (5, 2)),
        ((2, 3, 4, 4), (2, 3, 4, 5)),
    ]
    pairs = [(sample(*w, seed=place), sample(*v, seed=50 + place)) for place, (w, v) in enumerate(sizes)]
    names = {"weights-transposed": "weights-turned", "weights-returned": "context-weights-returned"}
    stages = {"mix": tuple(names.get(name, name) for name in MIXES)}
    return FaultModel(
        plain_probes("context_vectors", pairs),
        stages,
        _context_of,
        any_scale=True,
        measures=lambda pair: _widths(*pair),
    )


def _widths(weights: Tensor, values: Tensor) -> Sizes:
    return Sizes(math.nan, weights.shape[-2], weights.shape[-1], values.shape[-1])


def _context_of(inputs: tuple[Tensor, Tensor], faults: Faults) -> Tensor:
    names = {"weights-turned": "weights-transposed", "context-weights-returned": "weights-returned"}
    option = str(faults.get("mix", ""))
    return mixed(*inputs, {"mix": names.get(option, option)})


def _masked_softmax() -> FaultModel:
    sizes = [((2, 6, 6), 5), ((3, 4, 4), 7), ((4, 4, 4), 11), ((2, 3, 5, 5), 3), ((5, 5), 13)]
    pairs = [(sample(*shape, seed=place, scale=2.0), d_k) for place, (shape, d_k) in enumerate(sizes)]
    masks = tuple(name for name in MASKS if not name.startswith("mask-first-head"))
    large = [(sample(2, 6, 6, seed=90, scale=60.0), 5), (sample(3, 4, 4, seed=91, scale=400.0), 7)]
    stages = {
        "scale": (*MATRIX_SCALES, "scale-floored"),
        "axis": (*AXES, "scores-transposed/before"),
        "mask": (*masks, *FILLED_BEFORE),
    }
    stages |= {"normalisation": (*CAUSAL_NORMS, "standardised/before")}
    late = [*large, (sample(LONG, LONG, seed=92, scale=2.0), 5)]
    probes = plain_probes("masked_softmax", [*pairs, *late])
    return FaultModel(probes, stages, _masked_softmax_of, any_scale=True, measures=_sizes_of, weights=0, late=len(late))


def _masked_softmax_of(inputs: tuple[Tensor, float], faults: Faults) -> Tensor:
    scores, d_k = inputs
    if (value := FILLED_BEFORE.get(str(faults.get("mask", "")))) is not None:
        scores = filled(scores, hidden(scores.shape), value)
    own = scaled(scores, _sizes_of((scores, d_k)), faults)
    if value is not None:
        return normaliser(faults)(own)
    if faults.get("axis") == "scores-transposed/before":
        return weighted(own.mT, normaliser({**faults, "axis": ""}), faults, causal=True)
    if faults.get("normalisation") == "standardised/before":
        return weighted(standardised(scores, -1), normaliser({}), faults, causal=True)
    return weighted(own, normaliser(faults), faults, causal=True)


FUNCTIONS: dict[str, Callable[[], FaultModel]] = {
    "attention_scores": _scores,
    "attention_weights": _weights,
    "context_vectors": _context,
    "masked_softmax": _masked_softmax,
}
