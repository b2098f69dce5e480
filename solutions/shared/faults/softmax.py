"""Probes and switches of `row_sums` and `softmax`."""

from collections.abc import Callable

from torch import Tensor

from autograder.checking.samples import sample
from autograder.diagnosis.model import FaultModel, Faults
from solutions.shared.faults.plain_probes import plain_probes
from solutions.shared.faults.weighting import NORMS, normaliser

SUMS: dict[str, Callable[[Tensor], Tensor]] = {
    "sum-over-wrong-axis": lambda x: x.sum(0),
    "sum-over-wrong-axis/second": lambda x: x.sum(1) if x.ndim > 1 else x.sum(),
    "sum-over-wrong-axis/second-only": lambda x: x.sum(1),
    "sum-over-wrong-axis/before-last": lambda x: x.sum(-2) if x.ndim > 1 else x.sum(),
    "sum-over-wrong-axis/all": lambda x: x.sum(),
    "other-than-sum/mean": lambda x: x.mean(-1),
    "other-than-sum/maximum": lambda x: x.amax(-1),
    "other-than-sum/minimum": lambda x: x.amin(-1),
    "other-than-sum/product": lambda x: x.prod(-1),
    "other-than-sum/absolute": lambda x: x.abs().sum(-1),
    "other-than-sum/absolute-sum": lambda x: x.sum(-1).abs(),
    "other-than-sum/squares": lambda x: (x**2).sum(-1),
    "other-than-sum/length": lambda x: x.norm(dim=-1),
    "other-than-sum/positive": lambda x: x.relu().sum(-1),
    "other-than-sum/negative": lambda x: -x.sum(-1),
    "other-than-sum/running": lambda x: x.cumsum(-1),
    "other-than-sum/without-first": lambda x: x[..., 1:].sum(-1),
    "other-than-sum/without-last": lambda x: x[..., :-1].sum(-1),
}


def _row_sums() -> FaultModel:
    inputs = [
        (sample(*shape, seed=place),) for place, shape in enumerate([(5, 3), (2, 3, 4, 5), (4, 4), (3, 5, 7), (6,)])
    ]
    return FaultModel(plain_probes("row_sums", inputs), {"sum": tuple(SUMS)}, _sums_of, pairs=False)


def _sums_of(inputs: tuple[Tensor], faults: Faults) -> Tensor:
    function = SUMS.get(str(faults.get("sum", "")))
    return function(*inputs) if function else inputs[0].sum(-1)


def _turned(z: Tensor, dim: int) -> Tensor:
    return z.transpose(dim, -1).softmax(-1)


def _softmax() -> FaultModel:
    inputs = [(3, 4, 5, 1), (4, 3, 6, 0), (2, 5, 3, -1), (4, 4, 4, 1), (3, 5, 2, -2), (4, 4, 4, 2)]
    probes = plain_probes("softmax", [(sample(*shape, seed=place), dim) for place, (*shape, dim) in enumerate(inputs)])
    axes = (
        "dim-ignored",
        "dim-ignored/first",
        "dim-ignored/second",
        "dim-as-of-matrix",
        "dim-from-other-end/positive",
        "dim-from-other-end",
        "whole-tensor",
        "whole-matrix",
        "result-transposed",
    )
    stages = {
        "axis": axes,
        "normalisation": (*NORMS, "entries-absolute", "positive-entries"),
    }
    return FaultModel(
        probes, stages | {"scale": ("divided-by-length", "divided-by-length/root")}, _softmax_of, any_scale=True
    )


OWN_DIM: dict[str, Callable[[int], int]] = {
    "dim-ignored": lambda _: -1,
    "dim-ignored/first": lambda _: 0,
    "dim-ignored/second": lambda _: 1,
    "dim-as-of-matrix": lambda dim: 1 if dim in (1, -1) else 0,
    "dim-from-other-end": lambda dim: -1 - dim,
    "dim-from-other-end/positive": lambda dim: -1 - dim if dim >= 0 else dim,
}


def _softmax_of(inputs: tuple[Tensor, int], faults: Faults) -> Tensor:
    z, dim = inputs
    axis, norm, scale = str(faults.get("axis", "")), str(faults.get("normalisation", "")), faults.get("scale")
    if axis == "result-transposed":
        return _turned(z, dim)
    if axis in OWN_DIM:
        dim = OWN_DIM[axis](dim)
    if isinstance(scale, float):
        z = z * scale
    elif scale is not None:
        z = z / z.shape[dim] ** (0.5 if scale.endswith("root") else 1.0)
    z = z.abs() if norm == "entries-absolute" else z.relu() if norm == "positive-entries" else z
    return normaliser(faults, dim)(z)


SOFTMAX: dict[str, Callable[[], FaultModel]] = {"row_sums": _row_sums, "softmax": _softmax}
