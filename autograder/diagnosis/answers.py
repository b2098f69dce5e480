"""What a submission answers to the probes of an exercise, where that is not right."""

from collections.abc import Callable, Sequence

from autograder.course import Exercise
from autograder.diagnosis.evidence import RAISED, Observed, holds_bools, read
from autograder.diagnosis.fault_models import explains
from autograder.diagnosis.model import FaultModel
from autograder.diagnosis.structure import alike_heads, structural, wrong_refusal
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

Ask = Callable[[Sequence[CallRequest]], list[CallResponse | NoResponse]]


def observe(exercise: Exercise, model: FaultModel, ask: Ask) -> tuple[tuple[str, ...], list[Observed]]:
    """What parameters and constructors tell by themselves; or else the answers, where they are not all right.

    These are the answers to the base probes; where those are right, and others are not, to all probes.
    """
    reports = ask([_twice(probe.recipe) for probe in model.base_probes])
    if found := structural(model, reports):
        return (found,), []
    if any(map(holds_bools, reports)) and not model.bools:
        return (), []
    seen = [item for item in map(read, reports) if item is not None]
    if len(seen) < len(model.base_probes) or all(item == RAISED for item in seen):
        return (), []
    return _extreme(exercise, model, seen, ask) if explains(exercise, (), seen) else ((), seen)


def _extreme(
    exercise: Exercise, model: FaultModel, seen: Sequence[Observed], ask: Ask
) -> tuple[tuple[str, ...], list[Observed]]:
    """What shows only beyond ordinary inputs: in what is refused, or at large scores."""
    name, construction = exercise.name, model.construction
    if found := wrong_refusal(name, construction, ask) or alike_heads(name, construction, ask):
        return (found,), []
    extra_probes = (
        [read(report) for report in ask([probe.recipe for probe in model.extra_probes])] if model.extra_probes else []
    )
    everything = [*seen, *(item for item in extra_probes if item is not None)]
    if len(everything) < len(model.probes) or explains(exercise, (), everything):
        return (), []
    return (), everything


def _twice(recipe: CallRequest) -> CallRequest:
    """The same call two times: what changes from call to call has no single explanation here."""
    arguments = recipe["calls"][0]["args"]
    plain = not any(isinstance(item, dict) for item in arguments)
    return recipe | {"calls": recipe["calls"] * (2 if plain else 1)}
