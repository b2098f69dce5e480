"""Recognises mistakes in parameters and constructors, without comparing results."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.diagnosis.model import Construction, EditModel, Probe
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

# What `structural` can find in layers with projections.
STRUCTURAL = (
    *("matrices-transposed", "projection-width", "linear-for-matrix", "matrix-for-linear", "layers-joined"),
    *("one-head-too-many", "bias-added", "learned-scale", "projection-added"),
    *("bias-missing", "one-head-shared", "one-head-left-out", "matrix-missing"),
)


def structural(model: EditModel, reports: Sequence[CallResponse | NoResponse]) -> str | None:
    """Return the mistake that the names and shapes of the parameters show, if there is one."""
    if not model.plan.named:
        return None
    for probe, report in zip(model.plan.base_probes, reports, strict=True):
        if mistake := _parameter_mistake(model, probe, report):
            return mistake
    return None


def _parameter_mistake(model: EditModel, probe: Probe, report: CallResponse | NoResponse) -> str | None:
    rows = None if isinstance(report, NoResponse) else report.get("parameters")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and len(row) > 1 for row in rows):
        return None
    shapes = {str(row[0]): list(row[1]) for row in rows}
    right = {name: list(weight.shape) for name, weight in probe.request["weights"].items()}
    if model.plan.structure:
        return model.plan.structure.find(shapes, right)
    expected = set(right)
    if set(shapes) == expected and shapes != right:
        return "matrices-transposed" if _turned(shapes, right) else "projection-width"
    more, less = set(shapes) - expected, expected - set(shapes)
    if more and not less:
        return _too_many(model, more, shapes)
    if less and not more:
        return _too_few(less, set(shapes))
    if more and less == {name.removesuffix(".weight") for name in more if name.endswith(".weight")}:
        return "linear-for-matrix"
    if more and more == {name.removesuffix(".weight") for name in less}:
        return "matrix-for-linear"
    weights = [name for name in more if name.endswith(".weight")]
    if (
        len(weights) == 1
        and len(less) >= 2
        and set(shapes) - more <= expected
        and not any("heads" in name for name in shapes)
    ):
        return "layers-joined"
    return None


def _turned(shapes: dict[str, list[int]], right: dict[str, list[int]]) -> bool:
    return all(shapes[name] in (right[name], right[name][::-1]) for name in right)


def _too_many(model: EditModel, more: set[str], shapes: dict[str, list[int]]) -> str | None:
    if all(name.startswith("heads.") for name in more):
        return "one-head-too-many"
    if all(_is_bias(name, shapes[name]) for name in more) or all(
        name.rsplit(".", 1)[-1] in ("bias", "b") and f"{name.removesuffix('bias')}weight" not in more for name in more
    ):
        return "bias-added"
    if model.has_scale and all(shapes[name] in ([], [1]) for name in more):
        return "learned-scale"
    if all(shape in ([], [1]) for shape in map(shapes.__getitem__, more)):
        return "projection-added"
    layers = {name.rsplit(".", 1)[0] for name in more}
    if any("mask" in name for name in more):
        return None
    if len(layers) == 1 and all(len(shapes[name]) == 2 or name.endswith(".bias") for name in more):
        return "projection-added"
    return None


def _is_bias(name: str, shape: list[int]) -> bool:
    own = name.rsplit(".", 1)[-1]
    return len(shape) == 1 and shape[0] > 1 and "." not in name and (own.startswith("b_") or "bias" in own)


def _too_few(less: set[str], names: set[str]) -> str | None:
    if all(name.endswith(".bias") for name in less):
        return "bias-missing"
    if all(name.startswith("heads.0.") for name in names):
        return "one-head-shared"
    if any(name.startswith("heads.") for name in names | less):
        heads = {name.split(".")[1] for name in less} & {name.split(".")[1] for name in names}
        return None if heads else "one-head-left-out"
    if all(name.startswith("W_O") for name in less):
        return "matrix-missing"
    own = [name for name in names if not name.startswith("W_O")]
    return "matrix-missing" if own else None  # no parameters at all: they are in a list or plain tensors


Ask = Callable[[Sequence[CallRequest]], list[CallResponse | NoResponse]]


def wrong_refusal(name: str, construction: Construction, ask: Ask) -> str | None:
    """Return the mistake in which sizes the constructor refuses, if there is one."""
    sizes = (*construction.refused, *construction.taken)
    reports = ask([{"target": name, "init": list(own), "calls": []} for own in sizes]) if construction.refused else []
    if any(isinstance(report, NoResponse) or not report.get("defined") for report in reports):
        return None
    chains = [_chain(report) for report in reports if not isinstance(report, NoResponse)]
    count = len(construction.refused)
    if not all("ValueError" in chain for chain in chains[:count]):
        return "heads-not-refused"
    return "heads-refused" if any(chains[count:]) else None


def alike_heads(name: str, construction: Construction, ask: Ask) -> str | None:
    """Return the mistake of heads that all start with the same numbers, if they do."""
    if not construction.twins:
        return None
    (report,) = ask([{"target": name, "init": list(construction.twins_at), "calls": [], "read": True}])
    weights = None if isinstance(report, NoResponse) else report.get("weights")
    if not isinstance(weights, dict):
        return None
    pairs = [(weights.get(one), weights.get(other)) for one, other in construction.twins]
    alike = [isinstance(a, Tensor) and isinstance(b, Tensor) and torch.equal(a, b) for a, b in pairs]
    return "heads-alike" if all(alike) else None


def _chain(report: CallResponse) -> list[Any]:
    """Return the classes of the exception, the most specific first; empty if none was raised."""
    raised = report.get("raised")
    chain = raised.get("chain") if isinstance(raised, dict) else None
    return chain if isinstance(chain, list) else []
