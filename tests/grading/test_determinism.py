"""Answers that differ from run to run are flagged, and count as what they were at their worst."""

from collections.abc import Callable
from typing import Any

import pytest

from autograder.course import Assignment, Course, Exercise, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.grading import code_reading
from autograder.grading.determinism import REPLAYS
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.sandbox.host.client import CodeScan
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.grading import GRADER, grade_sources, solution, stub
from tests.helpers.paths import ROOT

COIN = (
    b"import os\nLUCKY = os.urandom(1)[0] < %d\n\ndef row_sums(x):\n    return x.sum(-1) if LUCKY else x.sum(-1) + 1\n"
)


def grade(
    source: bytes, fork_server: ForkServer, course: Course, recorded_checks: RecordedChecks
) -> tuple[float, set[str]]:
    result = grade_sources(fork_server, course, recorded_checks, "00_warmup", warmup=source)
    return result.score, {anomaly.kind for anomaly in result.anomalies}


def test_a_process_that_tosses_a_coin_does_not_win_by_it(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    fork_server, checks = fork_servers(Level.LANDLOCK), recorded_checks("00_warmup")
    found = (grade(COIN % 128, fork_server, course, checks) for _ in range(40))
    flagged = next((score for score, kinds in found if "non-deterministic" in kinds), None)
    assert flagged is not None, (
        "three in eight gradings are flagged; that none of forty is has a chance of 1 in 10 ** 8"
    )
    assert flagged < 2


def test_looking_at_the_clock_alone_is_no_anomaly(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    source = b"import time\nSTART = time.time()\n\ndef row_sums(x):\n    return x.sum(-1)\n"
    assert grade(source, fork_servers(Level.LANDLOCK), course, recorded_checks("00_warmup")) == (2, set())


HANGS = b"""
import os
LUCKY = os.urandom(1)[0] < 128

def row_sums(x):
    while not LUCKY:
        pass
    return x.sum(-1)
"""


@pytest.mark.sandbox
def test_being_slow_in_some_runs_is_no_contradiction(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    impatient: Limits,
    recorded_checks: Callable[[str], RecordedChecks],
) -> None:
    grader = ExerciseGrader(fork_servers(Level.LANDLOCK), impatient, recorded_checks("00_warmup"))
    submission = Submission("student", "00_warmup", {"warmup.py": HANGS})
    found = [grade_submission(grader, course.assignment("00"), submission, GRADER) for _ in range(6)]
    assert not any(anomaly.kind == "non-deterministic" for result in found for anomaly in result.anomalies)
    assert min(result.score for result in found) < 2, "each of eighteen runs was lucky"


def noted(grader: ExerciseGrader) -> list[str]:
    """The names of the exercises that `grader` judges from now on, one for each time."""
    judged: list[str] = []
    judge = grader.try_exercise

    def note(exercise: Exercise, *rest: Any) -> Attempt:
        judged.append(exercise.name)
        return judge(exercise, *rest)

    grader.try_exercise = note
    return judged


PARTS = sorted(path.name for path in (ROOT / "solutions").glob("[0-9]*"))


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The file of each worker that was started only to read one."""
    started: list[str] = []

    def read(fork_server: ForkServer, limits: Limits, files: dict[str, bytes]) -> CodeScan:
        started.extend(files)
        return CodeScan(frozenset({"time"}), ())

    monkeypatch.setattr(code_reading, "scan_code", read)
    return started


@pytest.mark.parametrize("assignment", PARTS)
def test_a_filled_in_stub_is_read_once_and_costs_no_second_run(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
    reads: list[str],
    assignment: str,
) -> None:
    part = course.assignment(assignment)
    fork_server, checks = fork_servers(select_level(None)), recorded_checks(assignment)
    grader = ExerciseGrader(fork_server, course.limits, checks, together=False)
    judged = noted(grader)
    for sources in ({file: solution(part.id, file) for file in part.files}, stubs_filled_in(part)):
        result = grade_submission(grader, part, Submission("student", part.id, sources), GRADER)
        assert result.score == part.points
    with_rules = {exercise.file for exercise in part.exercises if exercise.forbidden}
    assert set(reads) >= with_rules
    assert len(reads) == len(set(reads)) * 2
    assert judged == [exercise.name for exercise in part.exercises] * 2


def stubs_filled_in(part: Assignment) -> dict[str, bytes]:
    """The stubs as they are handed out, and the solution's definitions behind them."""
    return {file: stub(part.id, file) + b"\n\n" + solution(part.id, file) for file in part.files}


@pytest.mark.parametrize(
    "line",
    [
        "import time\nSTART = time.time()",
        'import time\nSTART = getattr(time, "perf_counter")()',
        'START = __import__("time").time()',
        "import \uff54\uff49\uff4d\uff45\nSTART = \uff54\uff49\uff4d\uff45.time()",
        'START = getattr(__import__("ti\\x6de"), "ti\\x6de")()',
    ],
)
def test_a_file_that_looks_at_the_clock_is_read_and_judged_again(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
    line: str,
) -> None:
    grader = ExerciseGrader(fork_servers(select_level(None)), course.limits, recorded_checks("00_warmup"))
    judged = noted(grader)
    source = solution("00_warmup", "warmup.py") + f"\n{line}\n".encode()
    submission = Submission("student", "00_warmup", {"warmup.py": source})
    assert grade_submission(grader, course.assignment("00"), submission, GRADER).score == 2
    assert judged == ["row_sums"] * (1 + REPLAYS)
