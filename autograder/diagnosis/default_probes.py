"""What a diagnosis asks where the course does not say it: the requests that core checks make of the solution."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.failures import CheckFailedError
from autograder.checking.recording import record_check
from autograder.checking.registry import Check, checks_of
from autograder.course import Exercise, load_course
from autograder.course.code import course_code
from autograder.diagnosis.evidence import read_observed, returned_bools
from autograder.diagnosis.model import DiagnosisPlan, Probe
from autograder.sandbox.host.in_process import InProcess
from autograder.sandbox.host.target import CallRequest, Target, frame_of

MOST = 24  # probes of an exercise; more hardly tell more programs apart
LARGEST_REQUEST = 2_000  # numbers; longer inputs show the same mistakes
PROBE_FIELDS = {"target", "init", "init_named", "weights", "calls"}
SCRIPT_FIELDS = {"target", "script", "wanted", "calls"}
OF_EARLIER_CALLS = {"returned", "again"}


def default_plan(exercise: Exercise) -> DiagnosisPlan | None:
    """Return a plan with the requests of core checks; None if none of them could be a probe.

    An exercise that asks for an example has none, because there are many right ones.
    """
    if exercise.name in course_code().promises:
        return None
    course = load_course()
    solution = InProcess(course.solution_file(exercise).parent, exercise.file)
    checks = checks_of(exercise.assignment).get(exercise.name, ())
    with torch.random.fork_rng(devices=[]):
        probes = tuple(itertools.islice(core_probes(checks, solution), MOST))
        bools = any(map(returned_bools, solution.ask([probe.request for probe in probes])))
    return DiagnosisPlan(probes, pairs=False, bools=bools) if probes else None


def core_probes(checks: Sequence[Check], solution: Target) -> Iterator[Probe]:
    """Yield different requests whose right results are numbers: the first one of each core check, then the second one.

    Specifications come first, because their sizes cannot be confused.
    """
    core = [check for check in checks if check.info.level == "core" and not check.is_property]
    core.sort(key=lambda check: not check.info.from_specification)
    seen = set()
    for request in itertools.chain(*itertools.zip_longest(*(_questions(check, solution) for check in core))):
        frame = frame_of(request) if request else b""
        if request and frame not in seen and _gives_numbers(request, solution):
            yield Probe(request)
        seen.add(frame)


def _questions(check: Check, solution: Target) -> list[CallRequest]:
    """Return the requests of a check that could be probes."""
    try:
        requests = record_check(check, solution).requests
    except CheckFailedError:  # `verify` says so
        return []
    return list(itertools.chain(*map(_single_values, filter(_can_be_probe, requests))))


def _single_values(request: CallRequest) -> list[CallRequest]:
    """Return the request; of a script, one for each value that it wants."""
    if "script" not in request:
        return [dict(request)]
    return [{**request, "wanted": [step]} for step in request["wanted"]]


def _gives_numbers(request: CallRequest, solution: Target) -> bool:
    (report,) = solution.ask([request])
    return isinstance(read_observed(report), tuple)


def _can_be_probe(request: CallRequest) -> bool:
    """Whether a request makes one plain call of the exercise, or is a script, and is small."""
    if _count(request) > LARGEST_REQUEST:
        return False
    if "script" in request:
        return request.keys() <= SCRIPT_FIELDS
    calls = request["calls"]
    plain = request.keys() <= PROBE_FIELDS and len(calls) == 1 and calls[0].keys() <= {"args", "named"}
    given = [*calls[0]["args"], *calls[0]["named"].values()] if plain else []
    return plain and not any(isinstance(item, dict) and item.get("$") in OF_EARLIER_CALLS for item in given)


def _count(value: Any) -> int:
    """Return how many numbers and texts a request has."""
    if isinstance(value, Tensor):
        return value.numel()
    if isinstance(value, dict):
        return sum(map(_count, value.values()))
    return sum(map(_count, value)) if isinstance(value, list | tuple) else 1
