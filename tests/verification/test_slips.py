"""Wrong programs that are wrong for another reason: an exception of a kind that nobody makes on purpose."""

import pytest

from autograder.audit.judge import GradedProgram
from autograder.audit.programs import Program
from autograder.course import Course
from autograder.results.failure import RAISED, Failure, SurfacedError
from autograder.results.model import CheckResult, ExerciseResult
from autograder.verification.programs import slip_of


def graded(course: Course, *errors: SurfacedError) -> GradedProgram:
    checks = [
        CheckResult(str(place), "sums", "core", 0.0, 1.0, "crashed", failure=Failure(RAISED, exception=error))
        for place, error in enumerate(errors)
    ]
    program = Program("wrong", "columns", course.exercise("00_warmup", "row_sums"), "", "", b"")
    result = ExerciseResult("row_sums", "warmup.py", 2.0, "crashed", tuple(checks))
    return GradedProgram(program, (result,), listed=False)


def test_a_program_whose_failed_checks_all_end_in_a_slip_is_one(course: Course) -> None:
    assert slip_of(graded(course, SurfacedError("NameError"), SurfacedError("ImportError"))) == "NameError"
    assert slip_of(graded(course, SurfacedError("NameError"), SurfacedError("ValueError"))) == ""


@pytest.mark.parametrize("text", ["NameError", "raised NameError: x"])
def test_what_an_exception_says_is_no_slip(course: Course, text: str) -> None:
    assert slip_of(graded(course, SurfacedError("ValueError", text))) == ""
