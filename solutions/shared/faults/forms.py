"""Probes and switches of the exercises that only move or mark entries: heads and masks."""

from collections.abc import Callable

from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import FaultModel, Faults
from solutions.shared.faults.mixing import MERGES, SPLITS, merge, split
from solutions.shared.faults.plain_probes import plain_probes
from solutions.shared.faults.renormalise import renormalised
from solutions.shared.faults.triangles import ADDITIVE, BOOLEAN
from solutions.shared.faults.wrapper import wrapper


def _split_of(inputs: tuple[Tensor, int], faults: Faults) -> Tensor:
    return split(inputs[0], inputs[1], faults)


def _merge_of(inputs: tuple[Tensor], faults: Faults) -> Tensor:
    return merge(inputs[0], faults)


def _split() -> FaultModel:
    sizes = [(2, 5, 12, 3), (3, 4, 10, 2), (2, 6, 20, 5), (3, 3, 9, 3)]
    inputs = [(sample(*shape, seed=place), h) for place, (*shape, h) in enumerate(sizes)]
    stages = {"split": tuple(SPLITS)}
    return FaultModel(plain_probes("split_heads", inputs), stages, _split_of, pairs=False, any_scale=True, moves=True)


def _merge() -> FaultModel:
    sizes = [(2, 3, 5, 4), (3, 2, 4, 5), (2, 5, 6, 4), (3, 3, 3, 3)]
    inputs = [(sample(*shape, seed=place),) for place, shape in enumerate(sizes)]
    return FaultModel(
        plain_probes("merge_heads", inputs),
        {"merge": tuple(MERGES)},
        _merge_of,
        pairs=False,
        any_scale=True,
        moves=True,
    )


def _triangle(name: str, forms: dict[str, Callable[[int], Tensor]]) -> Callable[[], FaultModel]:
    def build() -> FaultModel:
        stages = {"mask": tuple(option for option in forms if option)}
        probes = plain_probes(name, [(5,), (3,), (8,), (1,)])
        return FaultModel(
            probes,
            stages,
            lambda inputs, faults: forms[str(faults.get("mask", ""))](*inputs),
            pairs=False,
            pattern=True,
            bools=name == "causal_mask",
        )

    return build


FORMS: dict[str, Callable[[], FaultModel]] = {
    "mask_and_renormalize": renormalised,
    "split_heads": _split,
    "merge_heads": _merge,
    "causal_mask": _triangle("causal_mask", BOOLEAN),
    "additive_causal_mask": _triangle("additive_causal_mask", ADDITIVE),
    "MultiHeadAttentionWrapper": wrapper,
}
