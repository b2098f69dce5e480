"""Verdicts do not depend on the order of a class, nor on how many grade it."""

import random
from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.execution.executors import local_executor
from autograder.execution.grader import GradingSetup, SubmissionGrader
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.scheduling import grade_class
from autograder.intake.read import read_class
from autograder.intake.submission import Submission
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from tests.helpers.grading import GRADER
from tests.helpers.paths import ROOT
from tests.helpers.zoo import programs as all_programs

HOW_MANY = 40  # drawn from all programs
FEW, ALL = 20, 100  # of these and the sample class
SLOW = b"flex_attention"  # compiles for seconds: whether that is in time depends on the machine


def submissions(course: Course) -> list[Submission]:
    """The sample class, and wrong and right programs as if students had handed them in."""
    steady = [item for item in all_programs() if SLOW not in item.source]
    programs = random.Random(0).sample(steady, HOW_MANY)
    programs = [
        Submission(f"program{number:03}", item.exercise.assignment, {item.exercise.file: item.source})
        for number, item in enumerate(programs)
    ]
    return [*read_class(ROOT / "examples/class", course, ()).submissions, *programs]


@pytest.fixture
def recorded(course: Course, recorded_checks: Callable[[str], RecordedChecks]) -> RecordedChecks:
    """The checks of all parts."""
    return {key: checks for part in course for key, checks in recorded_checks(part.id).items()}


def graded(plan: GradingSetup, items: list[Submission], jobs: int) -> dict[tuple[str, str], str]:
    executor = local_executor(plan, ForkServer(plan.level, plan.course.limits), jobs)
    results = [item for item in grade_class(executor, items) if isinstance(item, Result)]
    return {(item.student, item.assignment): repr(item) for item in results}


@pytest.mark.sandbox
@pytest.mark.parametrize("count", [FEW, pytest.param(ALL, marks=pytest.mark.full)])
def test_another_order_and_another_number_of_workers_give_the_same_results(
    count: int, course: Course, recorded: RecordedChecks
) -> None:
    items = random.Random(3).sample(submissions(course), count)
    plan = GradingSetup(course, select_level(None), recorded, GRADER)
    first = graded(plan, items, 2)
    random.Random(1).shuffle(items)
    assert len(first) == len(items)
    assert graded(plan, items, 3) == first


@pytest.mark.full
@pytest.mark.sandbox
def test_what_is_known_of_others_changes_no_result(course: Course, recorded: RecordedChecks) -> None:
    items = random.Random(2).sample(submissions(course), FEW)
    fork_server = ForkServer(select_level(None), course.limits)
    plan = GradingSetup(course, select_level(None), recorded, GRADER)
    together = graded(plan, items, 1)
    with fork_server:
        for item in items:
            alone = SubmissionGrader(plan, fork_server).grade(item)
            assert repr(alone) == together[item.student, item.assignment]
