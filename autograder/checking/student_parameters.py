"""The question at a student's own sizes: asked before all others of the first core check, and part of that check.

Nothing of it is rehearsed, since it is another one for each student; what there is to ask is known without.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence

from autograder.checking.failures import CheckFailedError
from autograder.checking.formulas import COUNT, assert_formula
from autograder.checking.recording import RecordedCheck, RecordedExample
from autograder.checking.registry import Check
from autograder.checking.student import Student
from autograder.course import CourseError, Exercise
from autograder.course.code import course_code
from autograder.sandbox.host.target import EncodedRequest


def check_parameters(exercise: Exercise) -> None:
    """Refuse sizes in the course data that no reference can answer.

    Raises:
        CourseError: there is no reference for the exercise, or it takes another number of sizes.
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
    """The checks of an exercise, the first core check with the question at these sizes in front.

    Raises:
        CourseError: no reference is known for the exercise, or it has no check that such a question could join.
    """
    first = next((item for item in checks if item.check.info.level == "core" and not item.check.is_property), None)
    if first is None or exercise not in course_code().size_references:
        raise CourseError(
            f"{exercise} has sizes for each student, and no reference in `size_references` of solutions/course.py"
        )
    (case,) = first.cases
    recipe = {"target": exercise, "calls": [{"args": list(sizes.values()), "named": {}}]}
    joined = RecordedExample(case.example, [EncodedRequest(recipe), *case.recipes])
    check = Check(first.check.info, _both(exercise, sizes, first.check.function))
    return tuple(RecordedCheck(check, (joined,)) if item is first else item for item in checks)


def describe_parameters(sizes: Mapping[str, int]) -> str:
    """As it stands in a sentence."""
    return "at your sizes " + ", ".join(f"{name} = {size}" for name, size in sizes.items())


def _both(exercise: str, sizes: Mapping[str, int], others: Callable[..., None]) -> Callable[..., None]:
    def function(student: Student) -> None:
        try:
            assert_formula(
                getattr(student, exercise),
                course_code().size_references[exercise],
                tuple(sizes.values()),
                tolerance=COUNT,
            )
        except CheckFailedError as verdict:
            verdict.message = f"{describe_parameters(sizes)}: {verdict.message}"
            raise
        others(student)

    return function
