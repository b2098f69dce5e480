"""Grades with the lines of mistakes."""

from collections.abc import Callable, Iterator

import pytest

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.repair.class_reasons import ClassReasons
from autograder.repair.mode import RepairMode
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.grading import GRADER

PART, FILE = "02_causal", "causal.py"
GradeResult = Callable[[bytes, RepairMode], Result]


@pytest.fixture
def grade_result(
    course: Course, fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks]
) -> Iterator[GradeResult]:
    """Grade a file of part 02."""
    made: list[ClassReasons] = []

    def graded(source: bytes, mode: RepairMode) -> Result:
        grader = ExerciseGrader(fork_servers(select_level(None)), course.limits, recorded_checks(PART))
        line_finder = None if mode is RepairMode.NONE else ClassReasons(mode)
        made.extend([line_finder] if line_finder else [])
        submission = Submission("ada", PART, {FILE: source})
        return grade_submission(grader, course.assignment(PART), submission, GRADER, line_finder=line_finder)

    yield graded
    for line_finder in made:
        line_finder.close()
