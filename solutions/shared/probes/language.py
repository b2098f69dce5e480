"""Probes of the parts of a language model."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import DiagnosisPlan, Probe
from solutions.shared.language import generator, some_ids, writer
from solutions.shared.probes.functions import call_probe, call_probes

Shapes = dict[str, tuple[int, ...]]
WRITTEN = 7  # ids of the model that `generate` asks
NORM = ("weight", "bias")
PROJECTIONS = ("W_Q", "W_K", "W_V", "W_O")
BLOCKS = ((2, 5, 8, 2, 12), (3, 4, 6, 3, 9), (2, 3, 4, 1, 4))  # (B, T, d_model, num_heads, d_hidden)
MODELS = ((7, 8, 2, 12, 2, 6), (9, 6, 3, 8, 1, 5), (5, 4, 1, 6, 3, 7))  # (V, d_model, num_heads, d_hidden, layers, T)


def _weights(shapes: Shapes, seed: int) -> dict[str, Tensor]:
    """Return values of order 1/√width, so that sums of products are of order 1."""
    return {
        name: sample(*shape, seed=seed + place, scale=max(shape) ** -0.5)
        for place, (name, shape) in enumerate(shapes.items())
    }


def _module_probe(name: str, init: Sequence[float], shapes: Shapes, inputs: Sequence[Any], seed: int) -> Probe:
    call = {"args": list(inputs), "named": {}}
    return Probe({"target": name, "init": list(init), "weights": _weights(shapes, seed), "calls": [call]})


def _norm_shapes(d_model: int, prefix: str = "") -> Shapes:
    return {f"{prefix}{name}": (d_model,) for name in NORM}


def _feed_forward_shapes(d_model: int, d_hidden: int, prefix: str = "") -> Shapes:
    up = {f"{prefix}up.weight": (d_hidden, d_model), f"{prefix}up.bias": (d_hidden,)}
    return up | {f"{prefix}down.weight": (d_model, d_hidden), f"{prefix}down.bias": (d_model,)}


def _block_shapes(d_model: int, d_hidden: int, prefix: str = "") -> Shapes:
    attention: Shapes = {f"{prefix}attention.{name}.weight": (d_model, d_model) for name in PROJECTIONS}
    norms = _norm_shapes(d_model, f"{prefix}norm_1.") | _norm_shapes(d_model, f"{prefix}norm_2.")
    return norms | attention | _feed_forward_shapes(d_model, d_hidden, f"{prefix}feed_forward.")


def _model_shapes(vocab_size: int, d_model: int, d_hidden: int, layers: int, max_tokens: int) -> Shapes:
    tables: Shapes = {
        "token_embedding.weight": (vocab_size, d_model),
        "position_embedding.weight": (max_tokens, d_model),
    }
    for layer in range(layers):
        tables |= _block_shapes(d_model, d_hidden, f"blocks.{layer}.")
    return tables | _norm_shapes(d_model, "norm.")


def _positions() -> DiagnosisPlan:
    return DiagnosisPlan(call_probes("sinusoidal_positions", [(5, 8), (7, 6), (4, 4), (6, 5)]), any_scale=True)


def _layer_norm() -> DiagnosisPlan:
    sizes = ((2, 5, 8), (3, 4, 6), (4, 4, 4))
    probes = tuple(
        _module_probe("LayerNorm", [d], _norm_shapes(d), [2 * sample(B, T, d, seed=place + 50) + 1], 100 * place)
        for place, (B, T, d) in enumerate(sizes)
    )
    large_eps = _module_probe("LayerNorm", [6, 0.3], _norm_shapes(6), [2 * sample(3, 4, 6, seed=53)], 300)
    small_numbers = _module_probe("LayerNorm", [8], _norm_shapes(8), [0.003 * sample(2, 5, 8, seed=54)], 400)
    return DiagnosisPlan((*probes, large_eps, small_numbers), any_scale=True)


def _feed_forward() -> DiagnosisPlan:
    sizes = ((2, 5, 8, 12), (3, 4, 6, 9), (4, 4, 4, 4))
    probes = tuple(
        _module_probe(
            "FeedForward",
            [d, hidden],
            _feed_forward_shapes(d, hidden),
            [2 * sample(B, T, d, seed=place + 50)],
            100 * place,
        )
        for place, (B, T, d, hidden) in enumerate(sizes)
    )
    return DiagnosisPlan(probes, any_scale=True)


def _block() -> DiagnosisPlan:
    probes = tuple(
        _module_probe(
            "TransformerBlock",
            [d, h, hidden],
            _block_shapes(d, hidden),
            [sample(B, T, d, seed=place + 50)],
            100 * place,
        )
        for place, (B, T, d, h, hidden) in enumerate(BLOCKS)
    )
    return DiagnosisPlan(probes)


def _tiny_gpt() -> DiagnosisPlan:
    probes = tuple(
        _module_probe(
            "TinyGPT",
            [V, d, h, hidden, layers, T],
            _model_shapes(V, d, hidden, layers, T),
            [torch.randint(V, (2, T - 1), generator=torch.Generator().manual_seed(place))],
            100 * place,
        )
        for place, (V, d, h, hidden, layers, T) in enumerate(MODELS)
    )
    return DiagnosisPlan(probes, any_scale=True)


def _cross_entropy() -> DiagnosisPlan:
    shapes = ((2, 5, 7), (3, 4, 6), (4, 4, 4), (1, 6, 9), (5, 2, 3))  # (B, T, V)
    arguments = [
        (
            sample(*shape, seed=place, scale=2.0),
            torch.randint(shape[-1], shape[:2], generator=torch.Generator().manual_seed(place)),
        )
        for place, shape in enumerate(shapes)
    ]
    # Any number is some multiple of the right loss, so two mistakes would nearly always look like a factor.
    return DiagnosisPlan(call_probes("cross_entropy", arguments), any_scale=True, pairs=False)


def _cached_attention() -> DiagnosisPlan:
    sizes = (
        (2, 5, 8, 2, 0),
        (3, 4, 6, 3, 0),
        (2, 3, 8, 2, 4),
        (2, 1, 6, 3, 5),
        (4, 4, 4, 1, 4),
    )  # B, T, d, h, T of cache
    probes = tuple(_cached_probe(*size, seed=100 * place) for place, size in enumerate(sizes))
    return DiagnosisPlan(probes, pairs=False)


def _cached_probe(B: int, T: int, d_model: int, num_heads: int, earlier: int, *, seed: int) -> Probe:
    shapes: Shapes = {f"{name}.weight": (d_model, d_model) for name in PROJECTIONS}
    kept = (B, num_heads, earlier, d_model // num_heads)
    cache = [(sample(*kept, seed=seed + 60), sample(*kept, seed=seed + 61))] if earlier else []
    inputs = [sample(B, T, d_model, seed=seed + 50), *cache]
    return _module_probe("CachedAttention", [d_model, num_heads], shapes, inputs, seed)


def _sample_next() -> DiagnosisPlan:
    """With a seeded generator, every draw has one right answer; so has a temperature of 0, also among equal logits."""
    logits = [sample(40, 9, seed=place, scale=2.0) for place in range(8)]
    for rows in (logits[5], logits[6]):  # one token is among the largest of every row
        rows[:, 4] = rows.max()
    options = [(0.7, 1), (0.4, None), (2.5, None), (3.0, 3), (4.0, 4), (1.0, 50)]
    drawn = [(rows, *own, generator(place)) for place, (rows, own) in enumerate(zip(logits[2:], options, strict=True))]
    single = [(logits[7][place : place + 1], 9.0, None, generator(20 + place)) for place in range(4)]
    certain = [(logits[0], 0.0), (logits[1].round(), 0.0)]
    probes = (*call_probes("sample_next", [*certain, *drawn, *single]), _seeded_probe("sample_next", [logits[7]], 19))
    return DiagnosisPlan(probes, draws=True)


def _seeded_probe(name: str, args: Sequence[Any], seed: int) -> Probe:
    """Return the probe of a function that draws from torch's own generator."""
    return Probe({"target": name, "calls": [{"args": list(args), "named": {}, "seed": seed}]})


def _generate() -> DiagnosisPlan:
    """What the model writes shows what it was shown, and in which mode; what is drawn, from which generator."""
    sizes = ((2, 3, 9, 5), (3, 9, 8, 2), (2, 4, 5, 1), (1, 2, 30, 3), (2, 5, 0, 6))  # (B, T), new tokens, max_tokens
    probes = [
        call_probe("generate", (writer(_table(place)), _start(B, T, place), count, max_tokens))
        for place, (B, T, count, max_tokens) in enumerate(sizes)
    ]
    for place, (temperature, top_k) in enumerate(((1.0, None), (0.6, 3), (2.0, 2)), len(sizes)):
        own = (temperature, top_k, generator(place))
        probes.append(call_probe("generate", (writer(_table(place)), _start(3, 4, place), 9, 6, *own)))
    return DiagnosisPlan(tuple(probes), draws=True)


def _table(seed: int) -> Tensor:
    return sample(WRITTEN, WRITTEN, seed=seed, scale=2.0)


def _start(B: int, T: int, seed: int) -> Tensor:
    return some_ids(B, T, seed=seed, vocab_size=WRITTEN)


LANGUAGE: dict[str, Callable[[], DiagnosisPlan]] = {
    "sinusoidal_positions": _positions,
    "LayerNorm": _layer_norm,
    "FeedForward": _feed_forward,
    "TransformerBlock": _block,
    "cross_entropy": _cross_entropy,
    "TinyGPT": _tiny_gpt,
    "sample_next": _sample_next,
    "generate": _generate,
    "CachedAttention": _cached_attention,
}
