"""Asks a submission the probes of an exercise, and keeps the answers if they are wrong."""

from collections.abc import Callable, Sequence

from autograder.course import Exercise
from autograder.diagnosis.evidence import RAISED, Observed, read_observed, returned_bools
from autograder.diagnosis.model import EditModel
from autograder.diagnosis.predictions import explains
from autograder.diagnosis.structure import alike_heads, structural, wrong_refusal
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

REPEATED = 2  # equal calls of one request
DRAWN = 6  # of an exercise that draws: a single id is soon drawn twice by chance
Ask = Callable[[Sequence[CallRequest]], list[CallResponse | NoResponse]]


def observe_answers(exercise: Exercise, model: EditModel, ask: Ask) -> tuple[tuple[str, ...], list[Observed]]:
    """Return the mistakes that parameters and constructors show; without any, the answers, if one of them is wrong.

    The answers are those to the base probes; if these are right and others are wrong, those to all probes.
    """
    draws = model.plan.draws
    reports = ask([_repeated(probe.request, draws=draws) for probe in model.plan.base_probes])
    if mistake := structural(model, reports):
        return (mistake,), []
    if any(map(returned_bools, reports)) and not model.plan.bools:
        return (), []
    seen = [item for report in reports if (item := read_observed(report, draws=draws)) is not None]
    if len(seen) < len(model.plan.base_probes) or all(item == RAISED for item in seen):
        return (), []
    return _observe_extremes(exercise, model, seen, ask) if explains(exercise, (), seen) else ((), seen)


def _observe_extremes(
    exercise: Exercise, model: EditModel, seen: Sequence[Observed], ask: Ask
) -> tuple[tuple[str, ...], list[Observed]]:
    """Observe what ordinary inputs do not show: what constructors refuse, and the answers to the extra probes."""
    name, construction = exercise.name, model.plan.construction
    if mistake := wrong_refusal(name, construction, ask) or alike_heads(name, construction, ask):
        return (mistake,), []
    requests = [probe.request for probe in model.plan.extra_probes]
    extra = [read_observed(report) for report in ask(requests)] if requests else []
    everything = [*seen, *(item for item in extra if item is not None)]
    if len(everything) < len(model.plan.probes) or explains(exercise, (), everything):
        return (), []
    return (), everything


def _repeated(request: CallRequest, *, draws: bool) -> CallRequest:
    """Return a request with the call repeated, to see results that change from call to call.

    Where an exercise draws, that is evidence; elsewhere such results cannot be explained.
    """
    if "script" in request:
        return request
    if draws:
        return request | {"calls": request["calls"] * DRAWN}
    arguments = request["calls"][0]["args"]
    plain = not any(isinstance(item, dict) for item in arguments)
    return request | {"calls": request["calls"] * (REPEATED if plain else 1)}
