"""Probes of attention layers: weights are put in."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from torch import Tensor

from autograder.checking.samples import MOST_TOKENS, sample
from autograder.diagnosis.model import Construction, DiagnosisPlan, Probe, Sizes

# (B, T, d_in, d_k, d_v): twice all different, once a cube, where a wrong axis raises nothing.
RECTANGULAR = ((2, 6, 8, 5, 3), (3, 4, 6, 7, 2), (4, 4, 4, 4, 4))
LARGE = 20.0  # numbers that make scores of some hundreds
LATE = (RECTANGULAR[0], (1, MOST_TOKENS, 8, 5, 3))  # with large numbers, and with many tokens
OTHER_RANKS = ((6, 8, 5, 3), (3, 2, 4, 6, 7, 2))  # a matrix, and a batch of batches
SQUARE = ((2, 6, 5), (3, 4, 7), (4, 4, 4))  # (B, T, d)
CROSSED = ((2, 6, 8, 5, 3), (3, 4, 6, 7, 2), (2, 5, 8, 3, 6), (4, 4, 4, 4, 4), (3, 2, 5, 6, 4), *OTHER_RANKS)
READ_TOKENS = (9, 3, 5, 4, 7, 5, 6)  # in x_2
# (B, T, d, h, causal); None leaves `causal` to its default.
HEADED = (
    (2, 7, 15, 3, False),
    (2, 4, 10, 5, True),
    (3, 5, 12, 4, True),
    (3, 6, 9, 3, False),
    (4, 4, 16, 4, True),
    (2, 5, 8, 2, None),
)
WRAPPED = (  # (…, T, d_in, d_k, d_v, h)
    *((2, 6, 8, 5, 3, 4), (3, 4, 6, 7, 2, 3), (2, 5, 6, 3, 6, 2), (3, 3, 6, 3, 3, 3)),
    *((6, 8, 5, 3, 4), (3, 2, 4, 6, 7, 2, 3)),
)
PLAIN = ("W_query", "W_key", "W_value")
TWINS = tuple((f"heads.0.{name}", f"heads.1.{name}") for name in PLAIN)


def _matrices(names: Sequence[str], shapes: Sequence[tuple[int, int]], seed: int) -> dict[str, Tensor]:
    """Return matrices (d_in, d_out) whose products with normal numbers are of order 1."""
    return {
        name: sample(*shape, seed=seed + place, scale=1.3 * shape[0] ** -0.5)
        for place, (name, shape) in enumerate(zip(names, shapes, strict=True))
    }


def _probe(
    name: str, init: list[Any], weights: dict[str, Tensor], inputs: list[Tensor], sizes: Sizes, **named: Any
) -> Probe:
    call = {"args": inputs, "named": {}}
    request = {"target": name, "init": init, "init_named": named, "weights": weights, "calls": [call]}
    return Probe(request, sizes)


def _plain_probe(name: str, sizes: tuple[int, ...], seed: int, *, read: int = 0) -> Probe:
    """Return a probe of a layer that holds (d_in, d_out) matrices; with `read` tokens in x_2."""
    *batch, T, d_in, d_k, d_v = sizes
    weights = _matrices(PLAIN, [(d_in, d_k), (d_in, d_k), (d_in, d_v)], seed)
    inputs = [sample(*batch, T, d_in, seed=seed + 10)]
    if read:
        inputs.append(sample(*batch, read, d_in, seed=seed + 11))
    return _probe(name, [d_in, d_k, d_v], weights, inputs, Sizes(d_k, T, read or T, d_v, d_in))


def _linear_probe(
    name: str,
    layers: Sequence[str],
    shapes: Sequence[tuple[int, int]],
    tokens: tuple[int, int],
    init: list[Any],
    *,
    seed: int,
    num_heads: int = 1,
    biased: bool = False,
    scale: float = 1.0,
    named: Mapping[str, Any] | None = None,
) -> Probe:
    """Return a probe of a layer that holds `nn.Linear`s with these names; `tokens` are B and T."""
    B, T = tokens
    matrices = _matrices(layers, shapes, seed)
    weights = {f"{layer}.weight": matrix.T.contiguous() for layer, matrix in matrices.items()}
    if biased:
        biases = {
            layer: sample(matrix.shape[1], seed=seed + 20 + n) for n, (layer, matrix) in enumerate(matrices.items())
        }
        weights |= {f"{layer}.bias": bias for layer, bias in biases.items()}
    d_in, d_k, d_v = shapes[0][0], shapes[1][1] // num_heads, shapes[2][1] // num_heads
    x = sample(B, T, d_in, seed=seed + 10, scale=scale)
    return _probe(name, init, weights, [x], Sizes(d_k, T, T, d_v, d_in, num_heads), **(named or {}))


def _self_attention() -> DiagnosisPlan:
    sizes = (*RECTANGULAR, *OTHER_RANKS)
    probes = tuple(_plain_probe("SelfAttention", size, 100 * place) for place, size in enumerate(sizes))
    return DiagnosisPlan(probes, any_scale=True, named=True, late=len(OTHER_RANKS))


def _cross() -> DiagnosisPlan:
    probes = tuple(
        _plain_probe("CrossAttention", size, 100 * place, read=read)
        for place, (size, read) in enumerate(zip(CROSSED, READ_TOKENS, strict=True))
    )
    return DiagnosisPlan(probes, any_scale=True, named=True, late=len(OTHER_RANKS))


def _single_head() -> DiagnosisPlan:
    layers = ("W_q", "W_k", "W_v")
    probes = tuple(
        _linear_probe("SingleHeadAttention", layers, [(d, d)] * 3, (B, T), [d], seed=100 * place, biased=True)
        for place, (B, T, d) in enumerate(SQUARE)
    )
    return DiagnosisPlan(probes, any_scale=True, named=True)


def _single_head_causal() -> DiagnosisPlan:
    probes = tuple(
        _linear_probe(
            "SingleHeadSelfAttention",
            ("q", "k", "v"),
            [(d_in, d_k)] * 3,
            (B, T),
            [d_in, d_k],
            seed=100 * place,
            scale=_scale(place),
        )
        for place, (B, T, d_in, d_k, _) in enumerate((*RECTANGULAR, *LATE))
    )
    return DiagnosisPlan(probes, any_scale=True, named=True, weights=1, late=len(LATE))


def _causal() -> DiagnosisPlan:
    probes = tuple(
        _linear_probe(
            "CausalSelfAttention",
            ("W_Q", "W_K", "W_V", "W_O"),
            [(c, d), (c, d), (c, d), (d, c)],
            (B, T),
            [c, d],
            seed=100 * place,
            scale=_scale(place),
        )
        for place, (B, T, c, d, _) in enumerate((*RECTANGULAR, *LATE))
    )
    return DiagnosisPlan(probes, any_scale=True, named=True, late=len(LATE))


def _scale(place: int) -> float:
    return LARGE if place == len(RECTANGULAR) else 1.0


def _multi_head() -> DiagnosisPlan:
    probes = tuple(
        _linear_probe(
            "MultiHeadAttention",
            ("W_Q", "W_K", "W_V", "W_O"),
            [(d, d)] * 4,
            (B, T),
            [d, h],
            seed=100 * place,
            num_heads=h,
            named={} if causal is None else {"causal": causal},
        )
        for place, (B, T, d, h, causal) in enumerate(HEADED)
    )
    heads = Construction(refused=((10, 4), (6, 5), (3, 6)), taken=((6, 6), (12, 2), (5, 1)))  # (d_model, num_heads)
    return DiagnosisPlan(probes, any_scale=True, named=True, construction=heads)


def _wrapper() -> DiagnosisPlan:
    probes = tuple(_wrapped_probe(size, 100 * place) for place, size in enumerate(WRAPPED))
    construction = Construction(twins_at=(6, 5, 4, 2), twins=TWINS)
    return DiagnosisPlan(probes, pairs=False, any_scale=True, named=True, late=2, construction=construction)


def _wrapped_probe(sizes: tuple[int, ...], seed: int) -> Probe:
    *batch, T, d_in, d_k, d_v, h = sizes
    weights = {
        f"heads.{head}.{name}": sample(d_in, width, seed=seed + 10 * head + place, scale=d_in**-0.5)
        for head in range(h)
        for place, (name, width) in enumerate(zip(PLAIN, (d_k, d_k, d_v), strict=True))
    }
    x = sample(*batch, T, d_in, seed=seed + 90)
    return _probe("MultiHeadAttentionWrapper", [d_in, d_k, d_v, h], weights, [x], Sizes(d_k, T, T, d_v, d_in, h))


LAYERS: dict[str, Callable[[], DiagnosisPlan]] = {
    "SelfAttention": _self_attention,
    "SingleHeadAttention": _single_head,
    "SingleHeadSelfAttention": _single_head_causal,
    "CausalSelfAttention": _causal,
    "MultiHeadAttentionWrapper": _wrapper,
    "MultiHeadAttention": _multi_head,
    "CrossAttention": _cross,
}
