"""Probes and switches of the wrapper that puts single heads side by side."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812 - its usual name

from autograder.checking.samples import sample
from autograder.diagnosis.model import Construction, FaultModel, Faults, Probe, Sizes

Inputs = tuple[Tensor, list[dict[str, Tensor]]]
OPTIONS = (
    *("heads-summed", "heads-averaged", "heads-reversed", "heads-stacked", "heads-stacked/first", "heads-not-merged"),
    *(
        "first-head-for-all",
        "last-head-for-all",
        "heads-interleaved",
        "first-head-only",
        "last-head-only",
        "heads-chained",
    ),
    *(
        "heads-on-slices",
        "heads-along-tokens",
        "heads-along-batch",
        "one-head-left-out",
        "one-head-left-out/first",
        "causal-mask-kept",
    ),
    *("keys-of-other-heads", "queries-of-other-heads", "values-of-other-heads", "by-number-of-heads"),
    *(
        "heads-by-view",
        "values-turned",
        "result-normalised",
        "result-normalised/layer",
        "heads-averaged/repeated",
        "heads-by-view/third",
        "one-softmax-for-all",
    ),
)


TWINS = tuple((f"heads.0.{name}", f"heads.1.{name}") for name in ("W_query", "W_key", "W_value"))


def wrapper() -> FaultModel:
    """Its model."""
    sizes: list[tuple[int, ...]] = [(2, 6, 8, 5, 3, 4), (3, 4, 6, 7, 2, 3), (2, 5, 6, 3, 6, 2), (3, 3, 6, 3, 3, 3)]
    sizes += [(6, 8, 5, 3, 4), (3, 2, 4, 6, 7, 2, 3)]  # a matrix, and a batch of batches
    probes = tuple(_probe(size, 100 * place) for place, size in enumerate(sizes))
    return FaultModel(
        probes,
        {"heads": OPTIONS},
        _wrapped,
        pairs=False,
        any_scale=True,
        measures=_sizes_of,
        named=True,
        late=2,
        construction=Construction(twins_at=(6, 5, 4, 2), twins=TWINS),
    )


def _sizes_of(inputs: Inputs) -> Sizes:
    x, heads = inputs
    d_k, d_v = (heads[0][name].shape[-1] for name in ("W_key", "W_value"))
    return Sizes(d_k, x.shape[-2], x.shape[-2], d_v, x.shape[-1], len(heads))


def _probe(sizes: tuple[int, ...], seed: int) -> Probe:
    *batch, T, d_in, d_k, d_v, h = sizes
    shapes = {"W_query": d_k, "W_key": d_k, "W_value": d_v}
    heads = [
        {
            name: sample(d_in, width, seed=seed + 10 * head + place, scale=d_in**-0.5)
            for place, (name, width) in enumerate(shapes.items())
        }
        for head in range(h)
    ]
    x = sample(*batch, T, d_in, seed=seed + 90)
    weights = {f"heads.{place}.{name}": value for place, head in enumerate(heads) for name, value in head.items()}
    recipe = {
        "target": "MultiHeadAttentionWrapper",
        "init": [d_in, d_k, d_v, h],
        "weights": weights,
        "calls": [{"args": [x], "named": {}}],
    }
    return Probe(recipe, (x.double(), [{name: value.double() for name, value in head.items()} for head in heads]))


def _head(x: Tensor, head: dict[str, Tensor], option: str = "") -> Tensor:
    queries, keys, values = x @ head["W_query"], x @ head["W_key"], x @ head["W_value"]
    return F.scaled_dot_product_attention(queries, keys, values, is_causal=option == "causal-mask-kept")


def _shared(heads: list[dict[str, Tensor]], option: str) -> list[dict[str, Tensor]]:
    """The heads, with one matrix of the first in all of them where that is the mistake."""
    names = {"keys-of-other-heads": "W_key", "queries-of-other-heads": "W_query", "values-of-other-heads": "W_value"}
    name = names.get(option)
    return [head | {name: heads[0][name]} for head in heads] if name else heads


def _joint(x: Tensor, heads: list[dict[str, Tensor]]) -> Tensor:
    """One softmax over the keys of all heads together."""
    scores = [(x @ head["W_query"]) @ (x @ head["W_key"]).mT / head["W_key"].shape[-1] ** 0.5 for head in heads]
    weights = torch.cat(scores, -1).softmax(-1).chunk(len(heads), -1)
    return torch.cat([own @ (x @ head["W_value"]) for own, head in zip(weights, heads, strict=True)], -1)


def _wrapped(inputs: Inputs, faults: Faults) -> Tensor:
    x, heads = inputs
    option = str(faults.get("heads", ""))
    if option == "one-softmax-for-all":
        return _joint(x, heads)
    if option == "heads-chained":
        for head in heads:
            x = _head(x, head)
        return x
    outputs = [
        _head(x / len(heads) if option == "by-number-of-heads" else x, head, option) for head in _shared(heads, option)
    ]
    form = _forms(outputs).get(option)
    return form() if form else torch.cat(outputs, -1)


def _forms(outputs: list[Tensor]) -> dict[str, Callable[[], Tensor]]:
    """Wrong ways to put the results of the heads together."""
    stacked, beside, rows = torch.stack(outputs, -2), torch.cat(outputs, -1), outputs[0].shape[:-1]
    return {
        "heads-summed": lambda: stacked.sum(-2),
        "heads-averaged": lambda: stacked.mean(-2),
        "heads-reversed": lambda: torch.cat(outputs[::-1], -1),
        "heads-stacked": lambda: torch.stack(outputs, -1),
        "heads-stacked/first": lambda: torch.stack(outputs),
        "heads-not-merged": lambda: stacked,
        "first-head-for-all": lambda: torch.cat([outputs[0]] * len(outputs), -1),
        "last-head-for-all": lambda: torch.cat([outputs[-1]] * len(outputs), -1),
        "heads-interleaved": lambda: torch.stack(outputs, -1).flatten(-2),
        "first-head-only": lambda: outputs[0],
        "last-head-only": lambda: outputs[-1],
        "heads-on-slices": lambda: torch.stack(outputs).flatten(-2),
        "heads-along-tokens": lambda: torch.cat(outputs, -2),
        "heads-by-view": lambda: torch.stack(outputs).reshape(*rows, -1),
        "values-turned": lambda: beside.mT,
        "result-normalised": lambda: F.normalize(beside, dim=-1),
        "result-normalised/layer": lambda: F.layer_norm(beside, beside.shape[-1:]),
        "heads-by-view/third": lambda: torch.stack(outputs, -3).reshape(*rows, -1),
        "heads-averaged/repeated": lambda: torch.cat([stacked.mean(-2)] * len(outputs), -1),
        "heads-along-batch": lambda: torch.cat(outputs, 0),
        "one-head-left-out": lambda: torch.cat(outputs[:-1], -1),
        "one-head-left-out/first": lambda: torch.cat(outputs[1:], -1),
    }
