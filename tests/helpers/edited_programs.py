"""Programs with edits of the models, as `diagnose` asks them: nothing runs, a model computes what they return."""

from collections.abc import Sequence
from typing import Any

from torch import Tensor

from autograder.course import Exercise
from autograder.diagnosis.evidence import Observed
from autograder.diagnosis.matching import Ask
from autograder.diagnosis.model import EditModel, Edits
from autograder.diagnosis.predictions import compute
from autograder.sandbox.host.target import CallRequest, CallResponse, NoResponse

ERROR = {"type": "RuntimeError", "chain": ["RuntimeError"]}
REFUSAL = {"type": "ValueError", "chain": ["ValueError", "Exception"]}


def program_with(exercise: Exercise, model: EditModel, edits: Edits, factors: Sequence[float] = ()) -> Ask:
    """A program with these edits, whose results are multiplied, probe by probe, with `factors`."""

    def answer(request: CallRequest) -> CallResponse | NoResponse:
        if not request["calls"]:
            refused = tuple(request.get("init", ())) in model.plan.construction.refused
            return {"defined": True} | ({"raised": REFUSAL} if refused else {"calls": []})
        place = next(n for n, probe in enumerate(model.plan.probes) if probe.request["calls"][0] is request["calls"][0])
        seen = compute(model, place, edits)
        if isinstance(seen, str):
            return {"defined": True, "raised": ERROR}
        value = _returned(model, seen, factors[place] if factors else 1.0)
        return {"defined": True, "calls": [{"value": value}] * len(request["calls"])}

    return lambda requests: [answer(request) for request in requests]


def _returned(model: EditModel, seen: Observed, factor: float) -> Any:
    parts: list[Tensor] = [part * factor if place == 0 else part for place, part in enumerate(seen)]  # type: ignore[operator]
    if model.plan.bools:
        parts = [part.bool() for part in parts]
    return parts[0] if len(parts) == 1 else tuple(parts)
