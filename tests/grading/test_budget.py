"""A submission in which everything is slow ends all the same, and costs none of its right exercises anything."""

import dataclasses
from collections.abc import Callable

import pytest

from autograder.course import Course, Limits
from autograder.execution.grader import GradingSetup, SubmissionGrader
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.budget import OF_SEARCH, OF_SUBSTITUTES, Budget
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.repair.mode import RepairMode
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.worker import WorkerProcess
from tests.helpers.grading import GRADER, by_name, grade_whole, solution

PART = "03_multihead"
HANG = b"""

def hang(*args):
    while True:
        pass

n_params_wrapper = n_params_multihead = attention_matmul_flops = weights_bytes = hang
"""
Grade = Callable[[bytes], Result]


@pytest.fixture(scope="module")
def hasty(course: Course) -> Limits:
    return dataclasses.replace(
        course.limits,
        seconds_per_request=1.0,
        seconds_per_exercise=2.5,
        seconds_per_submission=1.5,
        seconds_kept=2.0,
    )


@pytest.fixture(scope="module")
def graded(
    fork_servers: Callable[[Level], ForkServer],
    hasty: Limits,
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
) -> Grade:
    grader = ExerciseGrader(fork_servers(Level.LANDLOCK), hasty, recorded_checks(PART))

    def grade(source: bytes) -> Result:
        submission = Submission("student", PART, {"derivations.py": source})
        return grade_submission(grader, course.assignment(PART), submission, GRADER)

    return grade


def test_what_is_shared_goes_first_and_what_is_kept_goes_to_its_owner_alone(hasty: Limits) -> None:
    budget = Budget(dataclasses.replace(hasty, seconds_per_submission=0.1, seconds_kept=0.5))
    budget.spend("slow", 0.4)
    assert budget.limits_for("slow").seconds_per_exercise == 0.0
    assert budget.limits_for("another").seconds_per_exercise == 0.5


def test_with_time_left_the_limits_are_those_of_the_course(course: Course) -> None:
    budget = Budget(course.limits)
    budget.spend("quick", 0.1)
    assert budget.limits_for("quick") == course.limits


@pytest.fixture(scope="module")
def hung(graded: Grade) -> Result:
    """All but one exercise hang."""
    return graded(solution(PART, "derivations.py") + HANG)


@pytest.mark.sandbox
def test_a_submission_that_hangs_all_over_ends(graded: Grade, hung: Result) -> None:
    assert graded(solution(PART, "derivations.py") + HANG) == hung


@pytest.mark.sandbox
def test_when_all_but_one_hang_that_one_is_right_and_the_rest_are_told_why(hung: Result) -> None:
    exercises = by_name(hung)
    assert exercises["head_dim"].outcome == "right"
    assert {exercises[name].outcome for name in ("n_params_wrapper", "weights_bytes")} == {"timed out"}
    assert "the 1.5 s for all exercises of this part are used up" in exercises["weights_bytes"].checks[0].message


@pytest.mark.sandbox
def test_who_had_less_time_than_others_is_no_evidence(hung: Result) -> None:
    assert {anomaly.exercise for anomaly in hung.anomalies} == {"n_params_wrapper"}


SLOW = {
    "sleeps just too little while it is loaded": b"import time\ntime.sleep(0.45)\n\n",
    "computes just too little while it is loaded": b"import time\nwhile time.process_time() < 0.45: pass\n\n",
    "sleeps too little for a clock in every call": b"""
import sys, time
def slowly(frame, event, argument):
    time.sleep(0.015)
sys.setprofile(slowly)

""",
}


@pytest.mark.sandbox
@pytest.mark.parametrize("head", SLOW.values(), ids=SLOW)
def test_no_part_takes_more_than_all_its_limits_loading_included(
    head: bytes,
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    used: list[float] = []
    close = WorkerProcess._close
    monkeypatch.setattr(WorkerProcess, "_close", lambda self: [used.append(self.used()), close(self)])
    short = dataclasses.replace(
        course.limits, seconds_per_request=0.5, seconds_per_exercise=1.0, seconds_per_submission=1.0, seconds_kept=0.5
    )
    mode = RepairMode.LOCATE
    wrong = b"".join(
        b"\n%s = lambda *sizes: -1\n" % name for name in (b"head_dim", b"n_params_wrapper", b"weights_bytes")
    )
    submission = Submission("student", PART, {"derivations.py": head + solution(PART, "derivations.py") + wrong})
    setup = GradingSetup(dataclasses.replace(course, limits=short), Level.LANDLOCK, recorded_checks(PART), GRADER, mode)
    grade_whole(SubmissionGrader(setup, fork_servers(Level.LANDLOCK)), submission)
    count = len(course.assignment(PART).of_file("derivations.py"))
    own = short.seconds_per_submission + count * short.seconds_kept
    assert sum(used) <= own * (1 + OF_SUBSTITUTES) + short.seconds_per_submission * OF_SEARCH + 0.25
    assert sum(used) >= 0.5, "it was not slow"


@pytest.mark.sandbox
def test_a_slow_import_costs_no_definition_when_time_is_used_up(graded: Grade) -> None:
    head = b"import time\n\ntime.sleep(0.8)\n\n"  # less than an answer may take, more than there is left
    result = graded(head + solution(PART, "derivations.py"))
    scores = [item.score for item in result.exercises if item.file == "derivations.py"]
    assert scores == [item.max_score for item in result.exercises if item.file == "derivations.py"]
