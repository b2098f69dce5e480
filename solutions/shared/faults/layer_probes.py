"""Probes of attention layers: weights are put in, and a model gets the same in float64."""

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import Probe
from solutions.shared.faults.products import Case


def _matrices(names: str, shapes: Sequence[tuple[int, int]], seed: int) -> dict[str, Tensor]:
    return {
        name: sample(*shape, seed=seed + place, scale=1.3 * shape[0] ** -0.5)
        for place, (name, shape) in enumerate(zip(names, shapes, strict=True))
    }


def _probe(
    name: str, init: list[Any], weights: dict[str, Tensor], inputs: list[Tensor], case: Case, **named: Any
) -> Probe:
    recipe = {
        "target": name,
        "init": init,
        "init_named": named,
        "weights": weights,
        "calls": [{"args": inputs, "named": {}}],
    }
    return Probe(recipe, case)


def _double(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.double() for name, tensor in tensors.items()}


def plain_probe(name: str, sizes: tuple[int, ...], seed: int, *, cross: int = 0) -> Probe:
    """For layers that hold (d_in, d_out) matrices; with `cross` tokens in x_2. Sizes end on T, d_in, d_k, d_v."""
    *batch, T, d_in, d_k, d_v = sizes
    found = _matrices("qkv", [(d_in, d_k), (d_in, d_k), (d_in, d_v)], seed)
    weights = {"W_query": found["q"], "W_key": found["k"], "W_value": found["v"]}
    x = sample(*batch, T, d_in, seed=seed + 10)
    others = [sample(*batch, cross, d_in, seed=seed + 11)] if cross else []
    case = Case(x.double(), _double(found), other=others[0].double() if cross else None)
    return _probe(name, [d_in, d_k, d_v], weights, [x, *others], case)


def linear_probe(
    name: str, letters: dict[str, str], shapes: Sequence[tuple[int, int]], init: list[Any], **options: Any
) -> Probe:
    """For layers that hold `nn.Linear`s; `letters` maps q, k, v, o to their names."""
    B, T, seed, biased = options.pop("B"), options.pop("T"), options.pop("seed"), options.pop("biased", False)
    named, large = options.pop("named", {}), options.pop("large", 1.0)
    found = _matrices("".join(letters), shapes, seed)
    biases = {
        letter: sample(matrix.shape[1], seed=seed + 20 + place) for place, (letter, matrix) in enumerate(found.items())
    }
    weights = {f"{letters[letter]}.weight": matrix.T.contiguous() for letter, matrix in found.items()}
    if biased:
        weights |= {f"{letters[letter]}.bias": bias for letter, bias in biases.items()}
    x = sample(B, T, shapes[0][0], seed=seed + 10, scale=large)
    case = Case(x.double(), _double(found), _double(biases) if biased else {}, **options)
    return _probe(name, init, weights, [x], case, **named)
