"""Checks with each student's own sizes: one more request, which comes first in the first core check of the exercise.

It is not recorded on the solution, because it differs between students; it is built from the sizes alone.
"""

import dataclasses
import inspect
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from autograder.checking.failures import CheckFailedError
from autograder.checking.formulas import COUNT, assert_formula
from autograder.checking.recording import RecordedCheck
from autograder.checking.registry import Check
from autograder.checking.student import Student
from autograder.course import CourseError, Exercise
from autograder.course.code import course_code
from autograder.sandbox.host.target import EncodedRequest


def check_parameters(exercise: Exercise) -> None:
    """Validate the sizes of an exercise in the course data.

    Raises:
        CourseError: there is no reference for the exercise, or it takes another number of arguments.
    """
    if not exercise.sizes:
        return
    place = f"course.toml: {exercise.assignment}, {exercise.name}: sizes"
    if exercise.name not in course_code().size_references:
        raise CourseError(f"{place}: has no reference in `size_references` of solutions/course.py")
    count = len(inspect.signature(course_code().size_references[exercise.name]).parameters)
    if count != len(exercise.sizes):
        raise CourseError(f"{place}: names {len(exercise.sizes)}, but its reference takes {count}")


def with_parameters(
    exercise: str, sizes: Mapping[str, int], checks: Sequence[RecordedCheck]
) -> tuple[RecordedCheck, ...]:
    """Return the checks of an exercise, with a request at these sizes added to the first core check.

    Raises:
        CourseError: there is no reference for the exercise, or it has no core check without hypothesis examples.
    """
    core = (item for item in checks if item.check.info.level == "core")
    first = next((item for item in core if not item.check.is_property and len(item.examples) == 1), None)
    if first is None or exercise not in course_code().size_references:
        raise CourseError(
            f"{exercise} has sizes for each student, and no reference in `size_references` of solutions/course.py"
        )
    (recorded,) = first.examples
    request = {"target": exercise, "calls": [{"args": list(sizes.values()), "named": {}}]}
    example = dataclasses.replace(recorded, requests=[EncodedRequest(request), *recorded.requests])
    check = Check(first.check.info, _with_sizes_first(exercise, sizes, first.check.function))
    return tuple(RecordedCheck(check, (example,)) if item is first else item for item in checks)


def describe_parameters(sizes: Mapping[str, int]) -> str:
    """Format the sizes for a message."""
    return "at your sizes " + ", ".join(f"{name} = {size}" for name, size in sizes.items())


def _with_sizes_first(exercise: str, sizes: Mapping[str, int], check: Callable[..., None]) -> Callable[..., None]:
    def function(student: Student) -> None:
        try:
            assert_formula(
                getattr(student, exercise),
                course_code().size_references[exercise],
                tuple(sizes.values()),
                tolerance=COUNT,
            )
        except CheckFailedError as failure:
            failure.record = replace(failure.record, condition=describe_parameters(sizes))
            raise
        check(student)

    return function
