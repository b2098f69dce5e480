"""Trials of edited programs: on which examples they are tried; a busy machine makes no program fail."""

import dataclasses
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Self

import pytest

from autograder.checking.recording import RecordedCheck, RecordedExample
from autograder.course import Course, Limits
from autograder.repair import trials
from autograder.repair.trials import SCREENS, SECONDS, Trials, Verdict, files_of


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
    monkeypatch.setattr(trials, "ReloadingClient", BusyClient)
    monkeypatch.setattr(trials, "run_checks", run_checks)
    own = dataclasses.replace(course.limits, seconds_per_request=7 * SECONDS)
    exercise = course.assignments[0].exercises[0]
    tried = Trials(None, own, exercise, (), files_of({exercise.file: b""}, exercise))  # type: ignore[arg-type]
    tried._screens = {0: RecordedCheck(None, ())}  # type: ignore[arg-type]
    tried._largest = 0
    return tried.screen("x = 1\n"), limits


def test_a_program_that_had_no_time_to_compute_is_tried_again(monkeypatch: pytest.MonkeyPatch, course: Course) -> None:
    assert screened(monkeypatch, course, spent=0.1 * SECONDS) == (1, [SECONDS, 7 * SECONDS])


def test_a_program_that_computes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch, course: Course) -> None:
    assert screened(monkeypatch, course, spent=SECONDS) == (0, [SECONDS])


class Screened(Trials):
    """Trials of checks that need as many requests for an example as `requests` says; each has three examples."""

    def __init__(self, course: Course, *requests: int) -> None:
        check, exercise = SimpleNamespace(is_property=False), course.assignments[0].exercises[0]
        frames = [[SimpleNamespace(frame=bytes([number])) for number in range(count)] for count in requests]
        checks = [
            RecordedCheck(check, tuple(RecordedExample({"place": place}, asked) for place in range(3)))  # type: ignore[arg-type]
            for asked in frames
        ]
        super().__init__(None, course.limits, exercise, checks, files_of({exercise.file: b""}, exercise))  # type: ignore[arg-type]
        self._largest = 0

    @property
    def tried_on(self) -> list[tuple[int, list[int]]]:
        """Of each screen, how many requests an example needs, and which examples it has."""
        screens = self._screens.values()
        return [
            (len(item.examples[0].requests), [example.arguments["place"] for example in item.examples])
            for item in screens
        ]


def test_programs_are_tried_on_the_examples_that_fail_and_on_the_cheapest_one_first(course: Course) -> None:
    tried = Screened(course, 5, 1, 4, 2, 3, 6)
    tried.set_screens(Verdict(frozenset({1}), right=False, failing={0: 2, 2: 1, 3: 0, 4: 1, 5: 0}))
    assert tried.tried_on == [(2, [0]), (3, [1]), (4, [1]), (5, [2])]
    assert len(tried.tried_on) == SCREENS


def test_the_check_that_tells_a_mistake_is_among_them_whatever_its_cost(course: Course) -> None:
    tried = Screened(course, 5, 1, 4, 2, 3, 6)
    tried.set_screens(Verdict(frozenset({1}), right=False, failing=dict.fromkeys((0, 2, 3, 4, 5), 0)), telling=5)
    assert [count for count, _ in tried.tried_on] == [2, 3, 4, 6]


def test_a_check_that_fails_only_behind_other_examples_is_tried_as_a_whole(
    monkeypatch: pytest.MonkeyPatch, course: Course
) -> None:
    tried = Screened(course, 1, 2)
    tried.set_screens(Verdict(frozenset(), right=False, failing={0: 0, 1: 2}))
    findings = [SimpleNamespace(failure="wrong"), SimpleNamespace(failure=None)]
    monkeypatch.setattr(trials, "ReloadingClient", BusyClient)
    monkeypatch.setattr(trials, "run_checks", lambda *args, **others: findings)
    tried.confirm_screens("x = 1\n")
    assert tried.tried_on == [(1, [0]), (2, [0, 1, 2])]


def test_a_verdict_has_the_example_on_which_each_check_failed_first() -> None:
    findings = [SimpleNamespace(failure=None, failing=None), SimpleNamespace(failure="wrong", failing=3)]
    verdict = Verdict.of(findings)  # type: ignore[arg-type]
    assert (verdict.passed, verdict.right, verdict.failing) == ({0}, False, {1: 3})
