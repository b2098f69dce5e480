"""All checks, found by module, in the order of their definition, and validated against the course."""

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from autograder.checks.api import CheckInfo
from autograder.checks.settings import GRADING
from autograder.course import Assignment, CourseError, load_course


@dataclass(frozen=True)
class Check:
    """A test function with what is known of it."""

    info: CheckInfo
    function: Callable[..., None]

    @property
    def is_property(self) -> bool:
        """Whether hypothesis makes its examples."""
        return hasattr(self.function, "hypothesis")

    @property
    def for_message(self) -> str:
        """Why it would stay if cheaper checks rejected all that it rejects; empty where it would have to go."""
        return self.info.for_message or ("the smallest example that fails" if self.is_property else "")


def modules_of(assignment: Assignment) -> list[ModuleType]:
    """The check files of an assignment: `test_NN_*.py`."""
    number = assignment.id.split("_", 1)[0]
    files = sorted(Path(__file__).parent.glob(f"test_{number}_*.py"))
    return [importlib.import_module(f"autograder.checks.{file.stem}") for file in files]


@functools.cache
def checks_of(assignment_id: str) -> dict[str, tuple[Check, ...]]:
    """The checks of each exercise of an assignment, in order.

    Raises:
        CourseError: checks and course data do not fit each other.
    """
    assignment = load_course().assignment(assignment_id)
    found = [check for module in modules_of(assignment) for check in _in_module(module)]
    _validate(assignment, found)
    return {
        exercise.name: tuple(check for check in found if check.info.exercise == exercise.name)
        for exercise in assignment.exercises
    }


def _in_module(module: ModuleType) -> list[Check]:
    checks = []
    for function in vars(module).values():
        info = getattr(function, "check", None)
        if isinstance(info, CheckInfo) and function.__module__ == module.__name__:
            checks.append(Check(info, GRADING(function) if hasattr(function, "hypothesis") else function))
    return checks


def _validate(assignment: Assignment, found: list[Check]) -> None:
    ids = [check.info.id for check in found]
    if twice := {id_ for id_ in ids if ids.count(id_) > 1}:
        raise CourseError(f"{assignment.id}: two checks are called {', '.join(sorted(twice))}")
    names = {exercise.name for exercise in assignment.exercises}
    if strange := {check.info.id for check in found if check.info.exercise not in names}:
        raise CourseError(f"{assignment.id}: no exercise belongs to the checks {', '.join(sorted(strange))}")
    for exercise in assignment.exercises:
        own = [check.info for check in found if check.info.exercise == exercise.name]
        points = round(sum(info.points for info in own), 4)
        if points != exercise.points:
            raise CourseError(
                f"{assignment.id}.{exercise.name}: its checks sum to {points:g} points, not {exercise.points:g}"
            )
        if {info.level for info in own} != {"core", "robustness"}:
            raise CourseError(f"{assignment.id}.{exercise.name}: needs core and robustness checks")
