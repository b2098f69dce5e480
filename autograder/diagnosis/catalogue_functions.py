"""Probes and switches of the exercises that are functions of tensors."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.sizes import numbers
from autograder.diagnosis.catalogue_renormalise import renormalised
from autograder.diagnosis.catalogue_wrapper import wrapper
from autograder.diagnosis.masking import KEPT_MASKS, MASKS, weighted
from autograder.diagnosis.mixing import MERGES, MIXES, SPLITS, merge, mixed, split
from autograder.diagnosis.model import Faults, Model, Probe
from autograder.diagnosis.products import PRODUCTS, product
from autograder.diagnosis.triangles import ADDITIVE, BOOLEAN
from autograder.diagnosis.weighting import NORMS, SCALES, Sizes, normaliser, scaled

MATRIX_SCALES = tuple(name for name in SCALES if not name.startswith(("by-root-of-d", "by-d-in", "by-root-of-heads")))
AXES = (
    "over-queries",
    "over-batch",
    "over-dimension-one",
    "whole-matrix",
    "whole-tensor",
    "result-transposed",
    "scores-transposed",
)


def _probes(name: str, inputs: Sequence[tuple[Any, ...]]) -> tuple[Probe, ...]:
    return tuple(
        Probe({"target": name, "calls": [{"args": list(args), "named": {}}]}, _doubles(args)) for args in inputs
    )


def _doubles(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(item.double() if isinstance(item, Tensor) else item for item in args)


def _softmax() -> Model:
    inputs = [(3, 4, 5, 1), (4, 3, 6, 0), (2, 5, 3, -1), (4, 4, 4, 1), (3, 5, 2, -2), (4, 4, 4, 2)]
    probes = _probes("softmax", [(numbers(*shape, seed=place), dim) for place, (*shape, dim) in enumerate(inputs)])
    axes = (
        "dim-ignored",
        "dim-ignored/first",
        "dim-ignored/second",
        "dim-from-other-end",
        "whole-tensor",
        "whole-matrix",
        "result-transposed",
    )
    stages = {
        "axis": axes,
        "normalisation": (*NORMS, "base-two", "base-two/ten", "entries-absolute", "positive-entries"),
    }
    return Model(
        probes, stages | {"scale": ("divided-by-length", "divided-by-length/root")}, _softmax_of, any_scale=True
    )


OWN_DIM = {
    "dim-ignored": lambda _: -1,
    "dim-ignored/first": lambda _: 0,
    "dim-ignored/second": lambda _: 1,
    "dim-from-other-end": lambda dim: -1 - dim,
}


def _softmax_of(inputs: tuple[Tensor, int], faults: Faults) -> Tensor:
    z, dim = inputs
    axis, norm, scale = str(faults.get("axis", "")), str(faults.get("normalisation", "")), faults.get("scale")
    if axis in OWN_DIM:
        dim = OWN_DIM[axis](dim)
    if isinstance(scale, float):
        z = z * scale
    elif scale is not None:
        z = z / z.shape[dim] ** (0.5 if scale.endswith("root") else 1.0)
    bases = {"base-two": 2.0, "base-two/ten": 10.0}
    z = z * torch.tensor(bases[norm], dtype=z.dtype).log() if norm in bases else z
    z = z.abs() if norm == "entries-absolute" else z.relu() if norm == "positive-entries" else z
    return normaliser(faults, dim)(z)


def _scores() -> Model:
    sizes = [((2, 6, 5), (2, 3, 5)), ((3, 4, 7), (3, 4, 7)), ((4, 4, 4), (4, 4, 4)), ((5, 6), (3, 6)), ((4, 4), (4, 4))]
    pairs = [(numbers(*q, seed=place), numbers(*k, seed=50 + place)) for place, (q, k) in enumerate(sizes)]
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
    return Model(_probes("attention_scores", pairs), stages, _scores_of, any_scale=True)


def _scores_of(inputs: tuple[Tensor, Tensor], faults: Faults) -> Tensor:
    queries, keys = inputs
    scores = product(queries, keys, faults)
    option = faults.get("scale")
    sizes = Sizes(queries.shape[-1], queries.shape[-2], keys.shape[-2])
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


def _weights() -> Model:
    sizes = [((2, 6, 4), 5), ((3, 5, 7), 7), ((4, 4, 4), 11), ((2, 3, 5, 6), 3), ((4, 6), 13)]
    pairs = [(numbers(*shape, seed=place, scale=2.0), d_k) for place, (shape, d_k) in enumerate(sizes)]
    stages = {
        "scale": (*MATRIX_SCALES, "scale-floored"),
        "axis": AXES,
        "normalisation": tuple(NORMS),
        "mask": tuple(KEPT_MASKS),
        "values": ("scores-changed/absolute", "scores-changed/positive", "scores-changed/rounded"),
    }
    return Model(_probes("attention_weights", pairs), stages, _weights_of, any_scale=True)


def _weights_of(inputs: tuple[Tensor, float], faults: Faults) -> Tensor:
    scores, d_k = inputs
    changed = str(faults.get("values", ""))
    scores = scores.abs() if changed.endswith("absolute") else scores.relu() if changed.endswith("positive") else scores
    scores = scores.round() if changed.endswith("rounded") else scores
    own = scaled(scores, Sizes(d_k, scores.shape[-2], scores.shape[-1]), faults)
    return weighted(own, normaliser(faults), faults, causal=False)


def _context() -> Model:
    sizes = [
        ((2, 6, 4), (2, 4, 3)),
        ((3, 5, 5), (3, 5, 2)),
        ((4, 4, 4), (4, 4, 4)),
        ((3, 5), (5, 2)),
        ((2, 3, 4, 4), (2, 3, 4, 5)),
    ]
    pairs = [
        (numbers(*w, seed=place), numbers(*v, seed=50 + place))
        for place, (w, v) in enumerate(sizes)
    ]
    names = {"weights-transposed": "weights-turned", "weights-returned": "context-weights-returned"}
    stages = {"mix": tuple(names.get(name, name) for name in MIXES)}
    return Model(_probes("context_vectors", pairs), stages, _context_of, any_scale=True)


def _context_of(inputs: tuple[Tensor, Tensor], faults: Faults) -> Tensor:
    names = {"weights-turned": "weights-transposed", "context-weights-returned": "weights-returned"}
    option = str(faults.get("mix", ""))
    return mixed(*inputs, {"mix": names.get(option, option)})


def _masked_softmax() -> Model:
    sizes = [((2, 6, 6), 5), ((3, 4, 4), 7), ((4, 4, 4), 11), ((2, 3, 5, 5), 3), ((5, 5), 13)]
    pairs = [(numbers(*shape, seed=place, scale=2.0), d_k) for place, (shape, d_k) in enumerate(sizes)]
    masks = tuple(name for name in MASKS if name != "mask-first-head")
    stages = {"scale": (*MATRIX_SCALES, "scale-floored"), "axis": AXES, "normalisation": tuple(NORMS), "mask": masks}
    return Model(_probes("masked_softmax", pairs), stages, _masked_softmax_of, any_scale=True)


def _masked_softmax_of(inputs: tuple[Tensor, float], faults: Faults) -> Tensor:
    scores, d_k = inputs
    own = scaled(scores, Sizes(d_k, scores.shape[-2], scores.shape[-1]), faults)
    return weighted(own, normaliser(faults), faults, causal=True)


def _split_model() -> Model:
    inputs = [
        (numbers(*shape, seed=place), h)
        for place, (*shape, h) in enumerate([(2, 5, 12, 3), (3, 4, 10, 2), (2, 6, 20, 5), (3, 3, 9, 3)])
    ]
    return Model(
        _probes("split_heads", inputs),
        {"split": tuple(SPLITS)},
        lambda inputs, faults: split(*inputs, faults),
        pairs=False,
    )


def _merge_model() -> Model:
    inputs = [
        (numbers(*shape, seed=place),)
        for place, shape in enumerate([(2, 3, 5, 4), (3, 2, 4, 5), (2, 5, 6, 4), (3, 3, 3, 3)])
    ]
    stages = {"merge": tuple(name for name in MERGES if not name.startswith("heads-repeated"))}
    return Model(_probes("merge_heads", inputs), stages, lambda inputs, faults: merge(*inputs, faults), pairs=False)


def _triangle(name: str, forms: dict[str, Callable[[int], Tensor]]) -> Callable[[], Model]:
    def build() -> Model:
        options = tuple(option for option in forms if option)
        return Model(
            _probes(name, [(5,), (3,), (8,)]),
            {"mask": options},
            lambda inputs, faults: forms[str(faults.get("mask", ""))](*inputs),
            pairs=False,
        )

    return build


FUNCTIONS: dict[str, Callable[[], Model]] = {
    "softmax": _softmax,
    "attention_scores": _scores,
    "attention_weights": _weights,
    "context_vectors": _context,
    "masked_softmax": _masked_softmax,
    "mask_and_renormalize": renormalised,
    "split_heads": _split_model,
    "merge_heads": _merge_model,
    "causal_mask": _triangle("causal_mask", BOOLEAN),
    "additive_causal_mask": _triangle("additive_causal_mask", ADDITIVE),
    "MultiHeadAttentionWrapper": wrapper,
}
