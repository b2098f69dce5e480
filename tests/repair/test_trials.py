"""Trials of edited programs: a machine that is busy with something else makes no program fail."""

import dataclasses
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Self

import pytest

from autograder.course import Course, Limits
from autograder.repair import trials
from autograder.repair.trials import SECONDS, Trials, files_of


class BusyClient:
    """A client whose workers compute nothing within a short limit, because others compute."""

    def __init__(self, fork_server: object, files: object, limits: Limits, *others: object) -> None:
        self.limits = limits
        self.spent = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        pass


def screened(monkeypatch: pytest.MonkeyPatch, course: Course, spent: float) -> tuple[int, list[float]]:
    """How many screens a program passes that has computed for `spent` seconds, and the limits that it had."""
    limits: list[float] = []

    def run_checks(recorded: Sequence[object], client: BusyClient, **others: Any) -> list[SimpleNamespace]:
        client.spent = spent
        limits.append(client.limits.seconds_per_request)
        is_late = len(limits) == 1
        return [SimpleNamespace(outcome="timed out" if is_late else "right", failure=is_late or None)]

    monkeypatch.setattr(trials, "SandboxClient", BusyClient)
    monkeypatch.setattr(trials, "run_checks", run_checks)
    own = dataclasses.replace(course.limits, seconds_per_request=7 * SECONDS)
    exercise = course.assignments[0].exercises[0]
    tried = Trials(None, own, exercise, (), files_of({exercise.file: b""}, exercise))  # type: ignore[arg-type]
    return tried.screen("x = 1\n"), limits


def test_a_program_that_had_no_time_to_compute_is_tried_again(monkeypatch: pytest.MonkeyPatch, course: Course) -> None:
    assert screened(monkeypatch, course, spent=0.1 * SECONDS) == (1, [SECONDS, 7 * SECONDS])


def test_a_program_that_computes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch, course: Course) -> None:
    assert screened(monkeypatch, course, spent=SECONDS) == (0, [SECONDS])
