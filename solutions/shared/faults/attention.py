"""One configurable attention layer, made of the switches of products, weighting, masking and mixing."""

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from autograder.diagnosis.model import Faults, Sizes
from solutions.shared.faults.masking import weighted
from solutions.shared.faults.mixing import merge, mixed, split
from solutions.shared.faults.products import Case, product, projected
from solutions.shared.faults.weighting import normaliser, scaled

SHARED = (
    "heads-share-weights/first",
    "heads-share-weights/mean",
    "heads-share-weights/last",
    "values-of-other-heads",
    "keys-of-other-heads/first",
    "keys-of-other-heads",
)
BATCHES = (
    "batch-as-sequence",
    "across-batch",
    "first-of-batch/all",
    "first-of-batch/read",
    "first-of-batch/only",
    "batch-averaged",
)


# The stages that scores depend on, and those that weights depend on besides.
BEFORE_SCORES = ("projection", "source", "product", "split", "shared", "batch")
BEFORE_WEIGHTS = ("scale", "axis", "normalisation", "mask")


def attention(case: Case, faults: Faults) -> Any:
    """What the layer returns: context vectors, or context vectors and weights."""
    option = str(faults.get("batch", ""))
    x, other = case.x, case.other
    if option == "batch-as-sequence":
        found = _attention(replace(case, x=_flat(x), other=None if other is None else _flat(other)), faults)
        return found if isinstance(found, tuple) else found.reshape(*x.shape[:-1], -1)
    if option == "across-batch":
        found = _attention(
            replace(case, x=x.transpose(0, 1), other=other.transpose(0, 1) if other is not None else None), faults
        )
        return found if isinstance(found, tuple) else found.transpose(0, 1)
    if option in ("first-of-batch/all", "first-of-batch/only"):
        first = x[:1].expand(x.shape) if option.endswith("all") else x[0]
        return _attention(replace(case, x=first, other=other[:1] if other is not None else None), faults)
    return _attention(case, faults)


def sizes_of(case: Case) -> Sizes:
    """The sizes that a factor may be made of."""
    heads, read = case.num_heads or 1, case.x if case.other is None else case.other
    d_k, d_v = (case.matrices[name].shape[-1] // heads for name in "qv")
    return Sizes(d_k, case.x.shape[-2], read.shape[-2], d_v, case.x.shape[-1], heads)


def _flat(x: Tensor) -> Tensor:
    return x.reshape(1, -1, x.shape[-1])


def _attention(case: Case, faults: Faults) -> Any:
    early = faults.get("output") == "output-before-mixing"
    scores_key = (early, *(faults.get(stage) for stage in BEFORE_SCORES))
    weights_key = (*scores_key, *(faults.get(stage) for stage in BEFORE_WEIGHTS))
    scores, values, sizes = case.once("scores", scores_key, lambda: _scored(case, faults))
    weights = case.once("weights", weights_key, lambda: _weighted(case, scores, sizes, faults))
    weights, values = _shared(str(faults.get("shared", "")), weights, values)
    turned = faults.get("product") == "width-by-width"
    result = mixed(weights, values.mT if turned else values, faults)
    result = result.mT if turned else result
    if faults.get("output") == "values-appended":
        result = torch.cat([result, values], dim=-2)
    if case.num_heads:
        result = _joined(result, case, faults)
    if faults.get("batch") == "batch-averaged":
        result = result.mean(0, keepdim=True).expand(result.shape)
    result = _finished(result, case, faults)
    return _returned(result, weights, faults) if case.returns_weights else result


def _scored(case: Case, faults: Faults) -> tuple[Tensor, Tensor, Sizes]:
    """Unscaled scores, the values, and the sizes that a scale may be taken from."""
    queries, keys, values = projected(case, faults)
    if faults.get("batch") == "first-of-batch/read":
        keys, values = keys[:1], values[:1]
    if faults.get("output") == "output-before-mixing":
        values = values @ case.matrices["o"]
    if case.num_heads:
        queries, keys, values = (split(part, case.num_heads, faults) for part in (queries, keys, values))
    shared = str(faults.get("shared", ""))
    if shared.startswith("keys-of-other-heads"):
        keys = keys[:, :1].expand(keys.shape) if shared.endswith("first") else keys.flip(1)
    scores = product(queries, keys, faults)
    widths = (queries.shape[-1], scores.shape[-2], scores.shape[-1], values.shape[-1], case.x.shape[-1])
    return scores, values, Sizes(*widths, case.num_heads or 1)


def _weighted(case: Case, scores: Tensor, sizes: Sizes, faults: Faults) -> Tensor:
    return weighted(scaled(scores, sizes, faults), normaliser(faults), faults, causal=_is_causal(case, faults))


def _is_causal(case: Case, faults: Faults) -> bool:
    option = faults.get("mask")
    if option == "causal-always/default":
        return case.causal or case.unasked
    return True if option == "causal-always" else (not case.causal if option == "causal-inverted" else case.causal)


def _shared(option: str, weights: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
    if option == "values-of-other-heads":
        return weights, values.flip(1)
    if option.startswith("heads-share-weights"):
        one = (
            weights.mean(1, keepdim=True)
            if option.endswith("mean")
            else weights[:, -1:]
            if option.endswith("last")
            else weights[:, :1]
        )
        return one.expand(weights.shape), values
    return weights, values


def _joined(result: Tensor, case: Case, faults: Faults) -> Tensor:
    option = str(faults.get("split", ""))
    if option == "heads-by-view/undone":
        return result.reshape(case.x.shape)
    if option == "heads-interleaved/undone":
        return result.permute(0, 2, 3, 1).flatten(2)
    if option == "heads-not-transposed":
        return result.flatten(2)
    if option == "heads-reversed":
        return merge(result, {"merge": "merged-reversed"} if option.endswith("undone") else faults)
    return merge(result, faults)


def _finished(result: Tensor, case: Case, faults: Faults) -> Tensor:
    option = faults.get("output")
    if option == "input-added":
        return (result @ case.matrices["o"] if "o" in case.matrices else result) + case.x
    if option == "input-added/before":
        result = result + case.x
    if option == "result-normalised":
        result = functional.layer_norm(result, result.shape[-1:])
    if "o" not in case.matrices or option in ("no-output-projection", "output-before-mixing"):
        return result
    if option == "output-by-values":
        return result @ case.matrices["v"].T
    if option == "result-normalised/last":
        result = result @ case.matrices["o"]
        return functional.layer_norm(result, result.shape[-1:])
    if option == "output-projection-twice":
        return result @ case.matrices["o"] @ case.matrices["o"]
    return result @ (case.matrices["o"].T if option == "output-transposed" else case.matrices["o"])


def _returned(result: Tensor, weights: Tensor, faults: Faults) -> Any:
    option = faults.get("returned")
    if option == "weights-not-returned":
        return result
    if option == "weights-alone-returned":
        return weights
    return (weights, result) if option == "returned-in-wrong-order" else (result, weights)
