"""Probes of functions of tensors and numbers, and of the table of vectors."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.samples import MOST_TOKENS, sample
from autograder.diagnosis.model import DiagnosisPlan, Probe, Sizes, Structure

TABLE = "embedding.weight"


def call_probe(name: str, args: Sequence[Any], sizes: Sizes | None = None) -> Probe:
    """Return the probe that calls a function with these arguments."""
    return Probe({"target": name, "calls": [{"args": list(args), "named": {}}]}, sizes)


def call_probes(name: str, arguments: Sequence[Sequence[Any]]) -> tuple[Probe, ...]:
    """Return a probe for each tuple of arguments."""
    return tuple(call_probe(name, args) for args in arguments)


def _row_sums() -> DiagnosisPlan:
    shapes = [(5, 3), (2, 3, 4, 5), (4, 4), (3, 5, 7), (6,)]
    return DiagnosisPlan(
        call_probes("row_sums", [[sample(*shape, seed=place)] for place, shape in enumerate(shapes)]), pairs=False
    )


def _softmax() -> DiagnosisPlan:
    inputs = [(3, 4, 5, 1), (4, 3, 6, 0), (2, 5, 3, -1), (4, 4, 4, 1), (3, 5, 2, -2), (4, 4, 4, 2)]
    arguments = [(sample(*shape, seed=place), dim) for place, (*shape, dim) in enumerate(inputs)]
    return DiagnosisPlan(call_probes("softmax", arguments), any_scale=True)


def _scores() -> DiagnosisPlan:
    shapes = [
        ((2, 6, 5), (2, 3, 5)),
        ((3, 4, 7), (3, 4, 7)),
        ((4, 4, 4), (4, 4, 4)),
        ((5, 6), (3, 6)),
        ((4, 4), (4, 4)),
    ]
    pairs = [(sample(*q, seed=place), sample(*k, seed=50 + place)) for place, (q, k) in enumerate(shapes)]
    probes = tuple(
        call_probe("attention_scores", (q, k), Sizes(q.shape[-1], q.shape[-2], k.shape[-2])) for q, k in pairs
    )
    return DiagnosisPlan(probes, any_scale=True)


def _of_scores(name: str, inputs: Sequence[tuple[Tensor, int]]) -> tuple[Probe, ...]:
    """Return probes with scores (…, T_q, T_k) and d_k."""
    return tuple(
        call_probe(name, (scores, d_k), Sizes(d_k, scores.shape[-2], scores.shape[-1])) for scores, d_k in inputs
    )


def _weights() -> DiagnosisPlan:
    sizes = [((2, 6, 4), 5), ((3, 5, 7), 7), ((4, 4, 4), 11), ((2, 3, 5, 6), 3), ((4, 6), 13)]
    inputs = [(sample(*shape, seed=place, scale=2.0), d_k) for place, (shape, d_k) in enumerate(sizes)]
    return DiagnosisPlan(_of_scores("attention_weights", inputs), any_scale=True, weights=0)


def _masked_softmax() -> DiagnosisPlan:
    sizes = [((2, 6, 6), 5), ((3, 4, 4), 7), ((4, 4, 4), 11), ((2, 3, 5, 5), 3), ((5, 5), 13)]
    inputs = [(sample(*shape, seed=place, scale=2.0), d_k) for place, (shape, d_k) in enumerate(sizes)]
    large = [(sample(2, 6, 6, seed=90, scale=60.0), 5), (sample(3, 4, 4, seed=91, scale=400.0), 7)]
    zeros = sample(2, 4, 4, seed=93, scale=2.0).triu(-1)  # scores of 0 that are visible
    late = [*large, (sample(MOST_TOKENS, MOST_TOKENS, seed=92, scale=2.0), 5), (zeros, 7)]
    return DiagnosisPlan(_of_scores("masked_softmax", [*inputs, *late]), any_scale=True, weights=0, late=len(late))


def _context() -> DiagnosisPlan:
    shapes = [
        ((2, 6, 4), (2, 4, 3)),
        ((3, 5, 5), (3, 5, 2)),
        ((4, 4, 4), (4, 4, 4)),
        ((3, 5), (5, 2)),
        ((2, 3, 4, 4), (2, 3, 4, 5)),
    ]
    pairs = [(sample(*w, seed=place), sample(*v, seed=50 + place)) for place, (w, v) in enumerate(shapes)]
    probes = tuple(
        call_probe("context_vectors", (w, v), Sizes(math.nan, w.shape[-2], w.shape[-1], v.shape[-1])) for w, v in pairs
    )
    return DiagnosisPlan(probes, any_scale=True)


def _renormalised() -> DiagnosisPlan:
    shapes = [(2, 6, 6), (3, 5, 5), (4, 4, 4), (2, 3, 5, 5), (5, 5), (MOST_TOKENS, MOST_TOKENS)]
    inputs = [[sample(*shape, seed=place, scale=1.5).softmax(-1)] for place, shape in enumerate(shapes)]
    return DiagnosisPlan(call_probes("mask_and_renormalize", inputs), late=1)


def _split() -> DiagnosisPlan:
    sizes = [(2, 5, 12, 3), (3, 4, 10, 2), (2, 6, 20, 5), (3, 3, 9, 3)]
    inputs = [(sample(*shape, seed=place), h) for place, (*shape, h) in enumerate(sizes)]
    return DiagnosisPlan(call_probes("split_heads", inputs), pairs=False, any_scale=True, moves=True)


def _merge() -> DiagnosisPlan:
    sizes = [(2, 3, 5, 4), (3, 2, 4, 5), (2, 5, 6, 4), (3, 3, 3, 3)]
    inputs = [[sample(*shape, seed=place)] for place, shape in enumerate(sizes)]
    return DiagnosisPlan(call_probes("merge_heads", inputs), pairs=False, any_scale=True, moves=True)


def _triangle(name: str) -> Callable[[], DiagnosisPlan]:
    probes = call_probes(name, [(5,), (3,), (8,), (1,), (MOST_TOKENS,)])
    return lambda: DiagnosisPlan(probes, pairs=False, pattern=True, bools=name == "causal_mask", late=1)


def _padding() -> DiagnosisPlan:
    inputs = [([4, 2, 3], 4), ([5, 1, 7, 3], 5), ([0, 6, 2], 7), ([3, 9, 1, 2, 5], 8), ([2, 2], 2), ([1], 3)]
    probes = call_probes("padding_mask", [(torch.tensor(lengths), T) for lengths, T in inputs])
    return DiagnosisPlan(probes, pairs=False, bools=True)


def _embedding() -> DiagnosisPlan:
    sizes = ((7, 4), (9, 6), (8, 5))  # (V, d)
    ids = (  # with 0, with the last, and with one that comes twice
        torch.tensor([[3, 0, 6, 3, 1], [2, 5, 0, 4, 6]]),
        torch.tensor([[8, 1, 1, 4], [0, 7, 2, 3], [5, 5, 6, 0]]),
        torch.tensor([7, 0, 2, 2, 4, 1]),
    )
    probes = tuple(_lookup_probe(*size, own, seed) for seed, (size, own) in enumerate(zip(sizes, ids, strict=True)))
    return DiagnosisPlan(probes, pairs=False, named=True, structure=TABLE_STRUCTURE)


def _lookup_probe(vocab_size: int, embed_dim: int, ids: Tensor, seed: int) -> Probe:
    table = sample(vocab_size, embed_dim, seed=seed)
    table[0] /= 8  # shorter than 1: to cut vectors at a length is not to normalise them
    call = {"args": [ids], "named": {}}
    return Probe(
        {"target": "TokenEmbedding", "init": [vocab_size, embed_dim], "weights": {TABLE: table}, "calls": [call]}
    )


def _shown_by_table(shapes: Mapping[str, Sequence[int]], right: Mapping[str, Sequence[int]]) -> str | None:
    """Return the mistake that the parameters of a module that should hold one table show, if they do."""
    more = [name for name in shapes if name not in right]
    if TABLE not in shapes:
        return None
    if more == ["embedding.bias"]:
        return "layer-for-table"
    if more:
        layers = {name.rsplit(".", 1)[0] for name in more}
        return "layer-behind-table" if len(layers) == 1 and any(len(shapes[name]) == 2 for name in more) else None
    return "table-sizes" if list(shapes[TABLE]) != list(right[TABLE]) else None


TABLE_STRUCTURE = Structure(("layer-for-table", "layer-behind-table", "table-sizes"), _shown_by_table)
FUNCTIONS: dict[str, Callable[[], DiagnosisPlan]] = {
    "row_sums": _row_sums,
    "TokenEmbedding": _embedding,
    "softmax": _softmax,
    "attention_scores": _scores,
    "attention_weights": _weights,
    "context_vectors": _context,
    "mask_and_renormalize": _renormalised,
    "causal_mask": _triangle("causal_mask"),
    "padding_mask": _padding,
    "additive_causal_mask": _triangle("additive_causal_mask"),
    "masked_softmax": _masked_softmax,
    "split_heads": _split,
    "merge_heads": _merge,
}
