"""Probes and switches of the table of vectors, and what its parameters tell by themselves."""

from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from autograder.checking.samples import sample
from autograder.diagnosis.model import FaultModel, Faults, Probe, Structure

TABLE = "embedding.weight"
Lookup = Callable[[Tensor, Tensor], Tensor]  # table (V, d), ids (..., T) → (..., T, d)
LOOKUPS: dict[str, Lookup] = {
    "": lambda table, ids: table[ids],
    "vectors-scaled": lambda table, ids: table[ids] * table.shape[1] ** 0.5,
    "vectors-scaled/divided": lambda table, ids: table[ids] / table.shape[1] ** 0.5,
    "vectors-normalised": lambda table, ids: functional.normalize(table[ids], dim=-1),
    "vectors-normalised/layer": lambda table, ids: functional.layer_norm(table[ids], table.shape[1:]),
    "neighbouring-row": lambda table, ids: table[(ids - 1).clamp(min=0)],
    "neighbouring-row/round": lambda table, ids: table[ids - 1],
    "neighbouring-row/after": lambda table, ids: table[(ids + 1).clamp(max=len(table) - 1)],
    "positions-added": lambda table, ids: table[ids] + torch.arange(ids.shape[-1])[:, None],
    "vectors-averaged": lambda table, ids: table[ids].mean(-2),
    "vectors-summed": lambda table, ids: table[ids].sum(-2),
    "table-returned": lambda table, _: table,
    "vectors-transposed": lambda table, ids: table[ids].mT,
}
SIZES = ((7, 4), (9, 6), (8, 5))  # (V, d)
IDS = (  # with 0, with the last, and with one that comes twice
    torch.tensor([[3, 0, 6, 3, 1], [2, 5, 0, 4, 6]]),
    torch.tensor([[8, 1, 1, 4], [0, 7, 2, 3], [5, 5, 6, 0]]),
    torch.tensor([7, 0, 2, 2, 4, 1]),
)


def embedding() -> FaultModel:
    """Rows of a given table."""
    probes = tuple(_probe(*sizes, ids, seed) for seed, (sizes, ids) in enumerate(zip(SIZES, IDS, strict=True)))
    return FaultModel(
        probes,
        {"lookup": tuple(name for name in LOOKUPS if name)},
        _looked_up,
        pairs=False,
        named=True,
        structure=TABLE_STRUCTURE,
    )


def told_by_table(shapes: Mapping[str, Sequence[int]], right: Mapping[str, Sequence[int]]) -> str | None:
    """The mistake that stands in the parameters of a module that should hold one table, if one does."""
    more = [name for name in shapes if name not in right]
    if TABLE not in shapes:
        return None
    if more == ["embedding.bias"]:
        return "layer-for-table"
    if more:
        layers = {name.rsplit(".", 1)[0] for name in more}
        return "layer-behind-table" if len(layers) == 1 and any(len(shapes[name]) == 2 for name in more) else None
    return "table-sizes" if list(shapes[TABLE]) != list(right[TABLE]) else None


TABLE_STRUCTURE = Structure(("layer-for-table", "layer-behind-table", "table-sizes"), told_by_table)


def _looked_up(inputs: tuple[Tensor, Tensor], faults: Faults) -> Tensor:
    return LOOKUPS[str(faults.get("lookup", ""))](*inputs)


def _probe(vocab_size: int, embed_dim: int, ids: Tensor, seed: int) -> Probe:
    table = sample(vocab_size, embed_dim, seed=seed)
    table[0] /= 8  # shorter than 1: to cut vectors at a length is not to normalise them
    call = {"args": [ids], "named": {}}
    recipe = {"target": "TokenEmbedding", "init": [vocab_size, embed_dim], "weights": {TABLE: table}, "calls": [call]}
    return Probe(recipe, (table.double(), ids))
