"""Time limits count what a program computes and sleeps, not what a busy machine makes it wait."""

import contextlib
import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from autograder.course import Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.scoring import score_exercise
from autograder.grading.submission import grade_file
from autograder.sandbox.host import worker
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from autograder.sandbox.host.target import CallResponse, NoResponse
from autograder.sandbox.host.worker import BACKSTOP, SOON, Allowance, ClockReading, WorkerClock
from tests.helpers.grading import solution

ONE = {"target": "f", "calls": [{"args": [], "named": {}}]}
COMPUTE = b"""
import time

def f():
    end = time.process_time() + %g
    while time.process_time() < end:
        pass
    return 1
"""
BUSY = "while True: pass"


class FakeClock(WorkerClock):
    """Shows the readings that it is given, one after the other."""

    def __init__(self, *readings: tuple[float, float, float]) -> None:
        self.readings = [ClockReading(*reading) for reading in readings]

    def read(self) -> ClockReading:
        return self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]


def measured(limit: float, *readings: tuple[float, float, float]) -> float:
    """What is left of an allowance whose first reading is of time 0."""
    allowance = Allowance(FakeClock((0.0, 0.0, 0.0), *readings), limit)
    allowance.left()
    time.sleep(SOON)
    return allowance.left()


def test_waiting_for_a_cpu_does_not_count() -> None:
    assert measured(4.0, (9.0, 1.0, 8.0)) == 3.0


def test_computing_counts_alone_and_so_does_sleep() -> None:
    assert measured(4.0, (5.0, 3.0, 0.0)) == 1.0
    assert measured(4.0, (4.5, 0.5, 0.0)) == 0.0


def test_the_wall_clock_ends_what_gets_no_cpu_at_all() -> None:
    assert measured(4.0, (BACKSTOP * 4.0, 0.0, BACKSTOP * 4.0)) == 0.0


def test_what_comes_at_once_is_not_measured() -> None:
    allowance = Allowance(FakeClock((0.0, 0.0, 0.0)), 4.0)
    assert 0 < allowance.left() <= SOON
    assert not allowance.measured


@contextlib.contextmanager
def crowded(count: int) -> Iterator[None]:
    """One CPU for all that is started meanwhile, and `count` processes that keep it busy."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    hogs = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
        for hog in hogs:
            hog.kill()
            hog.wait()


def ask(fork_server: ForkServer, limits: Limits, source: bytes, count: int = 1) -> list[CallResponse | NoResponse]:
    with SandboxClient(fork_server, SubmissionFiles({"a.py": source}, "a.py"), limits) as session:
        return session.ask([ONE] * count)


@pytest.mark.sandbox
def test_on_a_crowded_cpu_a_program_has_as_much_time_as_on_a_free_one(limits: Limits) -> None:
    short = dataclasses.replace(limits, seconds_per_request=1.0)
    with crowded(5), ForkServer(select_level(None), short) as fork_server:
        fork_server.start()
        start = time.monotonic()
        (report,) = ask(fork_server, short, COMPUTE % 0.7)
        assert time.monotonic() - start > short.seconds_per_request, "the CPU was not crowded"
    assert not isinstance(report, NoResponse)
    assert report["calls"][0]["value"] == 1


@pytest.mark.parametrize("source", [b"import time\ndef f(): time.sleep(60)", COMPUTE % 60], ids=["sleeps", "computes"])
def test_what_sleeps_or_computes_too_long_is_ended(
    fork_servers: Callable[[Level], ForkServer], limits: Limits, source: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BACKSTOP", 1000)  # the wall clock would end it, too
    short = dataclasses.replace(limits, seconds_per_request=0.5)
    (report,) = ask(fork_servers(select_level(None)), short, source)
    assert isinstance(report, NoResponse)
    assert report.kind == "timed out"


def test_what_was_never_asked_is_not_run_and_says_why(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    short = dataclasses.replace(limits, seconds_per_request=0.3)
    reports = ask(fork_servers(select_level(None)), short, b"def f():\n    while True: pass", 4)
    kinds = [report.kind for report in reports if isinstance(report, NoResponse)]
    assert kinds == ["timed out", "timed out", "not run", "not run"]
    assert isinstance(reports[-1], NoResponse)
    assert reports[-1].evidence == "not asked, because earlier answers used up the time of this exercise"


LOOPS = b"""

def gradient_descent(df, x0, learning_rate, steps):
    while steps:
        pass
    return [x0]
"""


def test_a_check_that_would_have_passed_is_not_told_that_it_timed_out(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    limits: Limits,
    recorded_checks: Callable[[str], RecordedChecks],
) -> None:
    short = dataclasses.replace(limits, seconds_per_request=0.3)
    grader = ExerciseGrader(fork_servers(select_level(None)), short, recorded_checks("05_gradient_descent"))
    exercise = course.exercise("05_gradient_descent", "gradient_descent")
    source = {exercise.file: solution(exercise.assignment, exercise.file) + LOOPS}
    result = score_exercise(exercise, grade_file(grader, [exercise], source)[exercise.name])
    assert result.outcome == "timed out"
    assert {check.outcome for check in result.checks} == {"timed out", "not run"}
    waiting = [check for check in result.checks if check.outcome == "not run"]
    assert all(check.message.endswith("used up the time of this exercise") for check in waiting)
    assert all(not check.hint for check in waiting)


def test_a_file_that_cannot_be_loaded_is_no_question_that_was_not_asked(
    fork_servers: Callable[[Level], ForkServer], limits: Limits
) -> None:
    short = dataclasses.replace(limits, seconds_per_request=0.3)
    reports = ask(fork_servers(select_level(None)), short, b"class f:\n    while True: pass", 2)
    assert [report.kind for report in reports if isinstance(report, NoResponse)] == ["timed out", "timed out"]


def test_slow_answers_are_charged_to_the_exercise(fork_servers: Callable[[Level], ForkServer], limits: Limits) -> None:
    with SandboxClient(
        fork_servers(select_level(None)), SubmissionFiles({"a.py": COMPUTE % 0.2}, "a.py"), limits
    ) as session:
        session.ask([ONE] * 2)
        assert 0.4 <= session.spent < 1.5
