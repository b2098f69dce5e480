"""What the test cells of the peers' notebooks call: the same check functions, on the definitions of the kernel."""

import functools
from typing import Any

from autograder.checking.registry import Check, checks_of
from autograder.checking.student import Student
from autograder.course.code import course_module
from autograder.sandbox.guest.execute import execute
from autograder.sandbox.host.in_process import round_trip
from autograder.sandbox.host.target import CallResponse


class Kernel:
    """Answers recipes from the names of a notebook."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def ask(self, recipes: list[dict[str, Any]]) -> list[CallResponse]:
        """One report for each recipe."""
        builders = course_module("shared.arguments").BUILDERS
        return [round_trip(execute(self._names, round_trip(recipe), {}, 1 << 16, builders)) for recipe in recipes]


def check(part: str, exercise: str, names: dict[str, Any]) -> None:
    """Run all checks of one exercise; the first that fails raises."""
    student = Student(Kernel(names))
    for item in checks(part)[exercise]:
        item.function(student=student)


@functools.cache
def checks(part: str) -> dict[str, tuple[Check, ...]]:
    """The checks of a part."""
    return checks_of(part)
