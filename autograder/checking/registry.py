"""Checks: how one is written, and all checks of a part, found by module and validated against the course."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants

from autograder.course import Assignment, CourseError, load_course
from autograder.course.code import course_module

Level = Literal["core", "robustness"]
Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN_VALUES = "plain values say more than gradients"  # a `for_message` of several checks


@dataclass(frozen=True)
class CheckInfo:
    """What is known of a check without running it."""

    id: str  # exercise.what_is_checked
    title: str
    points: float
    level: Level
    hint: str
    for_message: str = ""  # why it is there although cheaper checks reject all that it rejects

    @property
    def exercise(self) -> str:
        """The graded name that the check belongs to."""
        return self.id.split(".", 1)[0]


def check(
    name: str, title: str, *, points: float, level: Level = "core", hint: str = "", for_message: str = ""
) -> Callable[[Function], Function]:
    """Mark a test function as a check of the exercise before the dot in `name`.

    Args:
        name: `exercise.what_is_checked`; stands in results, so it is never renamed lightly.
        title: what holds when the check passes, in a few words a student understands.
        points: what it is worth; the checks of an exercise sum to the exercise's points.
        level: `core` is the exercise itself; `robustness` is stability, dtype, device, side effects.
        hint: one neutral sentence that leads on without giving the answer.
        for_message: what it says better, where cheaper checks of the exercise reject all that it rejects.
    """

    def mark(function: Function) -> Function:
        function.check = CheckInfo(name, title, points, level, hint, for_message)  # type: ignore[attr-defined]
        return function

    return mark


# Hypothesis also tries the constants that stand in whatever modules of ours this process has loaded. Examples would
# depend on the command that grades, and each process would read all that source first; there is no setting for it.
HypothesisProvider._local_constants = Constants()  # type: ignore[assignment]  # noqa: SLF001 - as said

GRADING = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=12,
    print_blob=False,
    report_multiple_bugs=False,
    verbosity=Verbosity.quiet,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
)


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
    """The check files of an assignment: `solutions/<part>/checks/test_*.py`."""
    files = sorted((load_course().solutions_folder / assignment.id / "checks").glob("test_*.py"))
    return [course_module(f"{assignment.id}.checks.{file.stem}") for file in files]


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
