"""`count`: the hidden checks of an exercise that returns one whole number, such as how many parameters a layer has."""

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from autograder.checking.formulas import WHOLE_NUMBERS, assert_count, assert_formula
from autograder.checking.registry import CheckInfo, Level
from autograder.checking.robustness import assert_result_by_name
from autograder.checking.specs.check_definition import CheckText, define_check, part_of
from autograder.checking.specs.solution import solution_definition
from autograder.checking.student import Student
from autograder.course import CourseError

Place = tuple[int, ...]
RANGE = (1, 40)
KEEP_NAMES = "Keep the names of the arguments: whoever calls may use them."
TEMPLATES: Mapping[str, tuple[str, Level, float]] = {
    "unequal_sizes": ("the count, all sizes different", "core", 0.4),
    "any_sizes": ("the count at any sizes", "core", 0.4),
    "large_sizes": ("large sizes are counted exactly", "robustness", 0.12),
    "names": ("the arguments have the names of the text", "robustness", 0.08),
}


def count(
    name: str,
    *,
    arguments: str,
    places: Sequence[Place],
    large: Sequence[Place],
    hint: str,
    reference: Callable[..., float] | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
    checks: Mapping[str, CheckText] | None = None,
) -> None:
    """Register the hidden checks of a count, in the check file that calls this.

    Args:
        name: of the exercise.
        arguments: the names of its arguments in order, separated by spaces.
        places: where it is compared first; the sizes of each differ from one another.
        large: sizes whose count has no room in 32 bits.
        hint: of the core checks.
        reference: the right number; by default the solution.
        ranges: the least and the greatest value of some arguments in `any_sizes`; 1 and 40 for the others.
        checks: titles, hints, points and ids instead of a template's.

    Raises:
        CourseError: a text or a range is for something that does not exist, or a place has another number of sizes.
    """
    namespace = sys._getframe(1).f_globals  # noqa: SLF001 - the file in which the checks are registered
    names, texts = arguments.split(), dict(checks or {})
    part = part_of(namespace)
    _validate(f"{part}.{name}", names, [*places, *large], ranges or {}, texts)
    right = reference or functools.partial(_of_solution, part, name)
    functions = _functions(name, names, right, places, large)
    small = {item: st.integers(*(ranges or {}).get(item, RANGE)) for item in names}
    for template, (title, level, share) in TEMPLATES.items():
        own_hint = {"large_sizes": WHOLE_NUMBERS, "names": KEEP_NAMES}.get(template, hint)
        info = CheckInfo(
            f"{name}.{template}",
            title,
            0.0,
            level,
            own_hint,
            share=share,
            from_specification=True,
            from_solution=reference is None,
        )
        text = texts.get(template, CheckText())
        define_check(namespace, text.applied_to(info), functions[template], small if template == "any_sizes" else None)


def _validate(
    where: str,
    names: Sequence[str],
    places: Sequence[Place],
    ranges: Mapping[str, Any],
    texts: Mapping[str, CheckText],
) -> None:
    if unknown := next((item for item in texts if item not in TEMPLATES), None):
        raise CourseError(f"{where}: no template is called {unknown!r}; there are {', '.join(TEMPLATES)}")
    if unknown := next((item for item in ranges if item not in names), None):
        raise CourseError(f"{where}: ranges names {unknown!r}, which is no argument")
    if wrong := next((place for place in places if len(place) != len(names)), None):
        raise CourseError(f"{where}: {wrong} has {len(wrong)} sizes for the {len(names)} arguments {', '.join(names)}")


def _of_solution(part: str, name: str, *sizes: int) -> float:
    number: float = solution_definition(part, name)(*sizes)
    return number


def _functions(
    name: str, names: Sequence[str], right: Callable[..., float], places: Sequence[Place], large: Sequence[Place]
) -> dict[str, Callable[..., None]]:
    """Return what each template runs."""

    def unequal_sizes(student: Student) -> None:
        assert_formula(getattr(student, name), right, *places)

    def any_sizes(student: Student, **sizes: int) -> None:
        assert_count(getattr(student, name)(*sizes.values()), int(right(*sizes.values())))

    def large_sizes(student: Student) -> None:
        for place in large:
            assert_count(getattr(student, name)(*place), int(right(*place)))

    def by_name(student: Student) -> None:
        assert_result_by_name(student, name, **dict(zip(names, places[0], strict=True)))

    return {"unequal_sizes": unequal_sizes, "any_sizes": any_sizes, "large_sizes": large_sizes, "names": by_name}
