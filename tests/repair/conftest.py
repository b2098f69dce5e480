"""Grades with the lines of mistakes."""

from collections.abc import Callable, Iterator

import pytest

from autograder.course import Course
from autograder.execution.grader import GradingSetup, SubmissionGrader
from autograder.execution.prewarm import RecordedChecks
from autograder.intake.submission import Submission
from autograder.repair.mode import RepairMode
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.grading import GRADER, grade_whole

PART, FILE = "02_causal", "causal.py"
GradeResult = Callable[[bytes, RepairMode], Result]


@pytest.fixture
def grade_result(
    course: Course, fork_servers: Callable[[Level], ForkServer], recorded_checks: Callable[[str], RecordedChecks]
) -> Iterator[GradeResult]:
    """Grade a file of part 02."""
    made: list[SubmissionGrader] = []

    def graded(source: bytes, mode: RepairMode) -> Result:
        level = select_level(None)
        setup = GradingSetup(course, level, recorded_checks(PART), GRADER, mode)
        made.append(grader := SubmissionGrader(setup, fork_servers(level)))
        submission = Submission("ada", PART, {FILE: source})
        return grade_whole(grader, submission)

    yield graded
    for grader in made:
        grader.close()
