"""`formula` and `count`: the hidden checks of an exercise that makes a number, numbers or a tensor of plain numbers."""

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from hypothesis import strategies as st

from autograder.checking.formulas import WHOLE_NUMBERS
from autograder.checking.own_values import KEEP_NAMES
from autograder.checking.plain_functions import Level
from autograder.checking.registry import CheckInfo
from autograder.checking.specs.check_definition import ByHand, CheckText, define_check, part_of
from autograder.checking.specs.formula_templates import Formula
from autograder.checking.specs.places import (
    Compare,
    Drawn,
    Further,
    Place,
    further_function,
    further_info,
    validate_further,
)
from autograder.checking.specs.solution import solution_definition
from autograder.checking.student import Student
from autograder.course import CourseError

Row = tuple[str, Level, float]  # title, level, share of the points
RANGE = (1, 40)
HINTS = {
    "large_sizes": WHOLE_NUMBERS,
    "far_values": "Return the number as it is.",
    "device": "Where does a new tensor live if nothing is said?",
    "repeated": "Nothing is kept from one call to the next.",
    "names": KEEP_NAMES,
}
FORMULA_TEMPLATES: Mapping[str, Row] = {
    "values": ("the right values at several places", "core", 0.4),
    "any_values": ("the right values everywhere", "core", 0.4),
    "far_values": ("small and large numbers keep their digits", "robustness", 0.12),
    "device": ("the result is made on the device that is asked for", "robustness", 0.1),
    "repeated": ("every call gives its own result, and leaves torch as it was", "robustness", 0.3),
    "names": ("the arguments have the names of the text", "robustness", 0.08),
}
COUNT_TEMPLATES: Mapping[str, Row] = {
    "unequal_sizes": ("the count, all sizes different", "core", 0.4),
    "any_sizes": ("the count at any sizes", "core", 0.4),
    "large_sizes": ("large sizes are counted exactly", "robustness", 0.12),
    "names": ("the arguments have the names of the text", "robustness", 0.08),
}


def formula(
    name: str,
    *,
    arguments: str,
    places: Sequence[Place],
    hint: str,
    reference: Callable[..., Any] | None = None,
    drawn: Mapping[str, st.SearchStrategy[Any]] | None = None,
    far: Sequence[Place] = (),
    device: bool = False,
    dtype: torch.dtype | None = None,
    compare: Compare | None = None,
    more: Mapping[str, Further] | None = None,
    checks: Mapping[str, CheckText] | None = None,
) -> None:
    """Register the hidden checks of a function of plain numbers, in the check file that calls this.

    It returns a whole number, another number, a tuple of numbers, or a tensor: as the reference does.

    Args:
        name: of the exercise.
        arguments: the names of its arguments in order, separated by spaces; without `device`.
        places: where it is compared first; the first two give different results. Last arguments may be left out, but
            not of the first place, which `names` also asks for.
        hint: of the core checks.
        reference: the right result; by default the solution.
        drawn: how each argument is drawn in `any_values`; without it, there is no such check.
        far: places where digits are easily lost; where tensors must also be of a float dtype, and nothing may be drawn.
        device: whether a last argument `device` says where the result is made.
        dtype: which a tensor must have in `far_values` and `device`; one of whole numbers everywhere.
        compare: compares an answer with the right result, where that is neither a number, numbers nor a tensor.
        more: further checks by id, each at places of its own; one with a template's id takes its place.
        checks: titles, hints, points and ids instead of a template's.

    Raises:
        CourseError: a text or a strategy is for something that does not exist, or a place has too many values.
    """
    namespace = sys._getframe(1).f_globals  # noqa: SLF001 - the file in which the checks are registered
    part, names = part_of(namespace), arguments.split()
    right = reference or functools.partial(_of_solution, part, name)
    described = Formula(name, names, right, places, far, hint, drawn or {}, reference is None, device, dtype, compare)
    functions: dict[str, Callable[..., None]] = {
        "values": described.at_places,
        **({"any_values": described.anywhere} if drawn else {}),
        **({"far_values": described.far_away} if far else {}),
        **({"device": described.on_devices, "repeated": described.again_and_again} if device else {}),
        "names": described.by_name,
    }
    _register(namespace, described, FORMULA_TEMPLATES, functions, checks or {})
    validate_further(f"{part}.{name}", more or {})
    for check_id, item in (more or {}).items():
        _register_further(namespace, described, check_id, item)


def count(
    name: str,
    *,
    arguments: str,
    places: Sequence[Place],
    large: Sequence[Place],
    hint: str,
    reference: Callable[..., float] | None = None,
    exact: bool = True,
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
        exact: whether the last of the large places is also asked for a first size so large that the count has more
            digits than a float; False where a right program may count up to that size.
        ranges: the least and the greatest value of some arguments in `any_sizes`; 1 and 40 for the others.
        checks: titles, hints, points and ids instead of a template's.

    Raises:
        CourseError: a text or a range is for something that does not exist, or a place has another number of sizes.
    """
    namespace = sys._getframe(1).f_globals  # noqa: SLF001 - the file in which the checks are registered
    part, names = part_of(namespace), arguments.split()
    if unknown := next((item for item in ranges or {} if item not in names), None):
        raise CourseError(f"{part}.{name}: ranges names {unknown!r}, which is no argument")
    if short := next((place for place in (*places, *large) if len(place) < len(names)), None):
        raise CourseError(f"{part}.{name}: {short} has {len(short)} sizes for the {len(names)} arguments {arguments}")
    right = reference or functools.partial(_of_solution, part, name)
    drawn = {item: st.integers(*(ranges or {}).get(item, RANGE)) for item in names}
    counted = functools.partial(_of_solution, part, name)
    described = Formula(
        name,
        names,
        lambda *sizes: int(right(*sizes)),
        places,
        large,
        hint,
        drawn,
        from_solution=reference is None,
        counted=counted,
    )
    functions: dict[str, Callable[..., None]] = {
        "unequal_sizes": described.at_places,
        "any_sizes": described.anywhere,
        "large_sizes": described.at_vast_sizes if exact else described.far_away,
        "names": described.by_name,
    }
    _register(namespace, described, COUNT_TEMPLATES, functions, checks or {})


def _of_solution(part: str, name: str, *place: Any) -> Any:
    return solution_definition(part, name)(*place)


def _register(
    namespace: dict[str, Any],
    described: Formula,
    templates: Mapping[str, Row],
    functions: Mapping[str, Callable[..., None]],
    texts: Mapping[str, CheckText],
) -> None:
    _validate(f"{part_of(namespace)}.{described.name}", described, functions, texts)
    for template, function in functions.items():
        title, level, share = templates[template]
        info = CheckInfo(
            f"{described.name}.{template}",
            title,
            0.0,
            level,
            HINTS.get(template, described.hint),
            share=share,
            from_specification=True,
            from_solution=described.from_solution,
        )
        examples = described.drawn if template.startswith("any_") else None
        text = texts.get(template, CheckText())
        define_check(namespace, text.applied_to(info), _runs(function, text.also_by_hand), examples)


def _register_further(namespace: dict[str, Any], described: Formula, check_id: str, item: Further) -> None:
    info = further_info(described.name, check_id, item, from_solution=described.from_solution)
    drawn = item.drawn if isinstance(item, Drawn) else None
    define_check(namespace, info, further_function(described.at_further, item), drawn)


def _runs(method: Callable[..., None], by_hand: Sequence[ByHand]) -> Callable[..., None]:
    def run(student: Student, **example: Any) -> None:
        method(student, **example)
        for function in by_hand:
            function(student)

    return run


def _validate(where: str, described: Formula, functions: Mapping[str, Any], texts: Mapping[str, CheckText]) -> None:
    names, drawn = described.arguments, described.drawn
    merged = [other for text in texts.values() for other in text.also_templates]
    if unknown := next((item for item in (*texts, *merged) if item not in functions), None):
        raise CourseError(f"{where}: no template is called {unknown!r}; there are {', '.join(functions)}")
    if merged:
        raise CourseError(f"{where}: {merged[0]} has a check of its own, so no other check can also run it")
    if drawn and set(drawn) != set(names):
        raise CourseError(f"{where}: drawn says how to draw {', '.join(drawn)}, not {', '.join(names)}")
    if wrong := next((place for place in (*described.places, *described.far) if len(place) > len(names)), None):
        raise CourseError(f"{where}: {wrong} has {len(wrong)} values for the {len(names)} arguments {', '.join(names)}")
