"""What the test cells of the peers' notebooks call: the same check functions, on the definitions of the kernel."""

import functools
from typing import Any

from autograder.checking.registry import Check, checks_of
from autograder.checking.student import Student
from autograder.sandbox.box.perform import perform
from autograder.sandbox.examinee import Report
from autograder.sandbox.inprocess import reread


class Kernel:
    """Answers recipes from the names of a notebook."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def ask(self, recipes: list[dict[str, Any]]) -> list[Report]:
        """One report for each recipe."""
        return [reread(perform(self._names, reread(recipe), {}, 1 << 16)) for recipe in recipes]


def check(part: str, exercise: str, names: dict[str, Any]) -> None:
    """Run all checks of one exercise; the first that fails raises."""
    student = Student(Kernel(names))
    for item in checks(part)[exercise]:
        item.function(student=student)


@functools.cache
def checks(part: str) -> dict[str, tuple[Check, ...]]:
    """The checks of a part."""
    return checks_of(part)
