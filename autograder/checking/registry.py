"""The `check` decorator, and the checks of each assignment, collected and validated against the course."""

import functools
import importlib.util
import inspect
import re
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants

from autograder.checking.illustrations import Illustration
from autograder.checking.judged import judged, rewritten
from autograder.checking.plain_functions import Level, PlainFunction, plain_functions, written
from autograder.course import Assignment, CourseError, load_course
from autograder.course.code import course_module

Function = TypeVar("Function", bound=Callable[..., Any])

ASSERTION = re.compile(rb"^\s+assert\b", re.MULTILINE)  # in a function
PLAIN_SHARE = 1.0  # of a plain pytest function without points of its own
LEAST_POINTS = 0.01  # of a check whose points follow from its share
PLAIN_VALUES = "plain values say more than gradients"  # a `for_message` of several checks


PRINTED = "printed"  # the last part of the id of a check whose expected numbers anybody can read


@dataclass(frozen=True)
class CheckInfo:
    """The declaration of a check.

    Attributes:
        id: `exercise.what_is_checked`.
        title: what is true when the check passes.
        points: what it is worth.
        level: `core` or `robustness`.
        hint: a sentence for a student whose work fails it; may be empty.
        for_message: why the check is needed although cheaper ones reject the same programs; may be empty.
        share: its part of the points that the exercise's other checks leave, for a check of a specification; 0 for a
            check that has points of its own.
        from_specification: whether a specification made it; a check by hand of the same id takes its place.
        from_solution: whether it knows no right value but those of the solution.
        is_plain: whether it is a plain pytest function.
    """

    id: str
    title: str
    points: float
    level: Level
    hint: str
    for_message: str = ""
    share: float = 0.0
    from_specification: bool = False
    from_solution: bool = False
    is_plain: bool = False

    @property
    def exercise(self) -> str:
        """The name of the exercise that the check belongs to."""
        return self.id.split(".", 1)[0]

    @property
    def is_printed(self) -> bool:
        """Whether the check compares with numbers that the text or a source prints: `exercise.printed`."""
        return self.id.split(".", 1)[-1] == PRINTED


def check(
    name: str, title: str, *, points: float, level: Level = "core", hint: str = "", for_message: str = ""
) -> Callable[[Function], Function]:
    """Mark a test function as a check of the exercise before the dot in `name`.

    Args:
        name: `exercise.what_is_checked`; the id of the check in results, so it should not change.
        title: what is true when the check passes, in a few words that a student understands.
        points: what it is worth; the points of an exercise's checks must sum to the points of the exercise.
        level: `core` is the exercise itself; `robustness` is stability, dtype, device, side effects.
        hint: one neutral sentence that leads on without giving the answer.
        for_message: what its message explains better, if cheaper checks of the exercise reject the same programs.
    """

    def mark(function: Function) -> Function:
        function.check = CheckInfo(name, title, points, level, hint, for_message)  # type: ignore[attr-defined]
        return function

    return mark


# Hypothesis also tries constants from the source of all local modules that are loaded. Then examples would depend on
# which command grades, and every process would first parse all that source. There is no setting that turns this off.
HypothesisProvider._local_constants = Constants()  # type: ignore[assignment]  # noqa: SLF001 - see above

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
    """A test function and its declaration; a property also has the illustrations of its exercise.

    With `parts`, the function is called so many times, each time with the number of the part besides the student.
    """

    info: CheckInfo
    function: Callable[..., None]
    illustrations: tuple[Illustration, ...] = ()
    parts: int = 0

    @property
    def is_property(self) -> bool:
        """Whether hypothesis generates its examples."""
        return hasattr(self.function, "hypothesis")

    @property
    def for_message(self) -> str:
        """Why it is needed even if cheaper checks reject the same programs; empty if it would be redundant then."""
        return self.info.for_message or ("the smallest example that fails" if self.is_property else "")


def modules_of(assignment: Assignment) -> list[ModuleType]:
    """Import the check files of an assignment: `solutions/<part>/checks/test_*.py`.

    In those with assertions, pytest rewrites them, as it does when it runs the files itself.
    """
    files = sorted((load_course().solutions_folder / assignment.id / "checks").glob("test_*.py"))
    return [
        course_module(f"{assignment.id}.checks.{file.stem}", _import_rewritten if _asserts(file) else None)
        for file in files
    ]


def _asserts(file: Path) -> bool:
    return ASSERTION.search(file.read_bytes()) is not None


def _import_rewritten(name: str) -> ModuleType:
    """Import a module whose assertions explain themselves; its bytecode is not kept."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    code = rewritten(Path(spec.origin))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)  # noqa: S102 - the course's code
    except BaseException:
        del sys.modules[name]
        raise
    return module


@functools.cache
def checks_of(assignment_id: str) -> dict[str, tuple[Check, ...]]:
    """Return the checks of each exercise of an assignment, in order of definition.

    Raises:
        CourseError: a file cannot be imported, an illustration has no place, or the checks contradict the course data
            (ids, points, levels).
    """
    assignment = load_course().assignment(assignment_id)
    modules = modules_of(assignment)
    checks = _by_hand_first([check for module in modules for check in _in_module(module, assignment)])
    checks = _illustrated(checks, [item for module in modules for item in _illustrations_in(module)])
    points = {exercise.name: exercise.points for exercise in assignment.exercises}
    checks = [check for name in points for check in _with_points(_of_exercise(checks, name), points[name])] + [
        check for check in checks if check.info.exercise not in points
    ]
    _validate(assignment, checks)
    return {exercise.name: tuple(_of_exercise(checks, exercise.name)) for exercise in assignment.exercises}


def _of_exercise(checks: list[Check], name: str) -> list[Check]:
    return [check for check in checks if check.info.exercise == name]


def replaced_ids(infos: Sequence[CheckInfo]) -> set[str]:
    """Return the ids for which a check by hand counts in the place of what a specification made."""
    by_hand = {info.id for info in infos if not info.from_specification}
    return by_hand & {info.id for info in infos if info.from_specification}


def _by_hand_first(checks: list[Check]) -> list[Check]:
    """Put a check by hand in the place of what a specification made with the same id."""
    by_hand = {check.info.id: check for check in checks if not check.info.from_specification}
    replaced = replaced_ids([check.info for check in checks])
    return [
        by_hand.get(check.info.id, check)
        for check in checks
        if check.info.from_specification or check.info.id not in replaced
    ]


def _with_points(checks: list[Check], points: float) -> list[Check]:
    """Distribute what is left of an exercise's points; where some have a share, core ones come first."""
    if not any(check.info.from_specification or check.info.share for check in checks):
        return checks
    shares = {check.info.id: check.info.share for check in checks if check.info.share}
    left = points - sum(check.info.points for check in checks if not check.info.share)
    shared = shared_points(left, shares)
    full = [
        replace(check, info=replace(check.info, points=shared.get(check.info.id, check.info.points)))
        for check in checks
    ]
    return sorted(full, key=lambda check: check.info.level != "core")


def shared_points(points: float, shares: Mapping[str, float]) -> dict[str, float]:
    """Divide points in proportion to shares, in hundredths; what rounding leaves goes to the greatest share."""
    whole = sum(shares.values())
    divided = {id_: max(round(points * share / whole, 2), LEAST_POINTS) for id_, share in shares.items()}
    if shares:
        greatest = max(shares, key=lambda id_: shares[id_])
        divided[greatest] = round(divided[greatest] + points - sum(divided.values()), 4)
    return divided


def _in_module(module: ModuleType, assignment: Assignment) -> list[Check]:
    checks = []
    plain = {item.function: item for item in plain_functions(module)}
    for function in vars(module).values():
        info = getattr(function, "check", None)
        if isinstance(info, CheckInfo) and function.__module__ == module.__name__:
            checks.append(Check(info, _judged(info.id, function, written(function))))
        elif inspect.isfunction(function) and function in plain:
            item = plain[function]
            info = _plain_info(item, assignment)
            parts = len(item.parts) if item.parts[0] else 0
            checks.append(Check(info, _judged(info.id, function, item.as_check()), parts=parts))
    return checks


def _plain_info(plain: PlainFunction, assignment: Assignment) -> CheckInfo:
    """Return the declaration of a plain pytest function.

    Raises:
        CourseError: its exercise is not known.
    """
    exercise, (points, level) = plain.exercise(assignment), plain.worth
    name = plain.function.__name__.removeprefix("test_")
    name = name.removeprefix(f"{exercise}_")
    share = 0.0 if points else PLAIN_SHARE
    title = plain.title or name.replace("_", " ")
    return CheckInfo(f"{exercise}.{name}", title, points, level, plain.hint, share=share, is_plain=True)


def _illustrations_in(module: ModuleType) -> list[Illustration]:
    found = (getattr(function, "illustration", None) for function in vars(module).values())
    return [item for item in found if isinstance(item, Illustration) and item.function.__module__ == module.__name__]


def _illustrated(checks: list[Check], illustrations: Sequence[Illustration]) -> list[Check]:
    """Give each property the illustrations of its exercise.

    Raises:
        CourseError: an illustration is of an exercise without properties.
    """
    properties = {check.info.exercise for check in checks if check.is_property}
    if lost := next((item for item in illustrations if item.exercise not in properties), None):
        raise CourseError(f"{lost.exercise}: an illustration needs a check with examples, in whose place it is shown")
    return [
        replace(check, illustrations=tuple(item for item in illustrations if item.exercise == check.info.exercise))
        if check.is_property
        else check
        for check in checks
    ]


def _judged(check_id: str, function: Callable[..., None], inner: Callable[..., None]) -> Callable[..., None]:
    """Return what runs a check; a property is seeded with its id, so that its examples do not change with its code.

    Args:
        check_id: the id of the check.
        function: as the check file has it.
        inner: what evaluates one example of it.
    """
    if not hasattr(function, "hypothesis"):
        return judged(inner)
    function.as_written = written(function)  # type: ignore[attr-defined]
    function.hypothesis.inner_test = judged(inner)
    vars(function).pop("_hypothesis_internal_settings_applied", None)  # settings of the author's, such as more examples
    return GRADING(seed(zlib.crc32(check_id.encode()))(function))


def _validate(assignment: Assignment, checks: list[Check]) -> None:
    ids = [check.info.id for check in checks]
    if repeated := {id_ for id_ in ids if ids.count(id_) > 1}:
        raise CourseError(f"{assignment.id}: two checks are called {', '.join(sorted(repeated))}")
    names = {exercise.name for exercise in assignment.exercises}
    if unknown := {check.info.id for check in checks if check.info.exercise not in names}:
        raise CourseError(f"{assignment.id}: no exercise belongs to the checks {', '.join(sorted(unknown))}")
    for exercise in assignment.exercises:
        own = [check.info for check in checks if check.info.exercise == exercise.name]
        points = round(sum(info.points for info in own), 4)
        if points != exercise.points:
            raise CourseError(
                f"{assignment.id}.{exercise.name}: its checks sum to {points:g} points, not {exercise.points:g}"
            )
        if any(info.points < 0 for info in own):
            raise CourseError(
                f"{assignment.id}.{exercise.name}: the points that its checks name leave none for the others, "
                f"of {exercise.points:g}"
            )
        needed = {"core"} if any(info.is_plain for info in own) else {"core", "robustness"}
        if not needed <= {info.level for info in own}:
            raise CourseError(f"{assignment.id}.{exercise.name}: needs core and robustness checks")
