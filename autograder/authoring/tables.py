"""Generates the tables that the documents have between marks."""

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from autograder import PLACES
from autograder.audit.only_when_graded import questions_when_graded
from autograder.audit.programs import kinds_when_graded
from autograder.checking import assertions, formulas, layers, own_values, registry, robustness, samples, student
from autograder.checking.registry import checks_of
from autograder.course import Course
from autograder.grading.budget import OF_SEARCH, OF_SUBSTITUTES
from autograder.results.files import write_text

DOCUMENTS = ("README.md", "docs/what_is_checked.md", "docs/reference/points.md", "docs/reference/checks_reference.md")
VOCABULARY = (registry, student, samples, assertions, robustness, own_values, layers, formulas)  # what checks import
MARKED = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def run_tables(course: Course, *, check: bool) -> list[str]:
    """Update the tables and return the documents that were out of date; with `check`, write nothing."""
    stale = []
    for name in DOCUMENTS:
        path = course.folder / name
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        updated = update_tables(text, course)
        if updated != text:
            stale.append(name)
            if not check:
                write_text(path, updated)
    return stale


def update_tables(text: str, course: Course) -> str:
    """Return a document with every marked table generated again."""
    return MARKED.sub(lambda match: f"{match[1]}{TABLES[match[2]](course)}{match[3]}", text)


def assignments(course: Course) -> str:
    """Return the parts of the course with their points."""
    rows = [f"| `{item.id}` | {item.title} | {len(item.exercises)} | {item.points:g} |\n" for item in course]
    return "| part | about | exercises | points |\n| --- | --- | ---: | ---: |\n" + "".join(rows)


def points(course: Course) -> str:
    """Return each exercise with its number of checks and its points at core and robustness."""
    rows = [_points_row(item.id, exercise.name) for item in course for exercise in item.exercises]
    return "| part | exercise | checks | core | robustness |\n| --- | --- | ---: | ---: | ---: |\n" + "".join(rows)


def _points_row(assignment: str, exercise: str) -> str:
    infos = [check.info for check in checks_of(assignment)[exercise]]
    core = sum(info.points for info in infos if info.level == "core")
    robust = sum(info.points for info in infos if info.level == "robustness")
    return f"| `{assignment}` | `{exercise}` | {len(infos)} | {round(core, 2):g} | {round(robust, 2):g} |\n"


def questions(course: Course) -> str:
    """Return what is asked only when graded, numbered, and why."""
    kinds = questions_when_graded(course).values()
    rows = [f"| {number} | {kind.title} | {kind.why} |\n" for number, kind in enumerate(kinds, start=1)]
    return "| | only when graded | why |\n| ---: | --- | --- |\n" + "".join(rows)


def graded(course: Course) -> str:
    """Return each exercise with the numbers of what is asked of it only when graded."""
    kinds = list(questions_when_graded(course))
    rows = []
    for part in course:
        asked = kinds_when_graded(course, part)
        for exercise in part.exercises:
            numbers = [str(number) for number, kind in enumerate(kinds, start=1) if kind in asked.get(exercise, ())]
            rows.append(f"| `{exercise.name}` | {', '.join(numbers)} |\n")
    return "| exercise | only when graded |\n| --- | --- |\n" + "".join(rows)


def messages(course: Course) -> str:
    """Return the checks that exist for their message, by what they explain better than others."""
    names_by_reason: dict[str, list[str]] = {}
    for item in course:
        for check in (check for checks in checks_of(item.id).values() for check in checks if check.for_message):
            names_by_reason.setdefault(check.for_message, []).append(f"`{check.info.id}`")
    rows = [f"| {reason} | {', '.join(names)} |\n" for reason, names in names_by_reason.items()]
    return "| why its message is better | checks |\n| --- | --- |\n" + "".join(rows)


def tolerances(course: Course) -> str:
    """Return the tolerances of comparisons."""
    del course
    names = {"FLOAT32": "float32 values", "FLOAT64": "float64 values and gradients", "BFLOAT16": "bfloat16 values"}
    names |= {"PRINTED": "figures that a source prints with 4 decimals", "FORMULA": "numbers from a formula"}
    rows = [
        f"| {text} | {getattr(assertions, name).absolute:g} | {getattr(assertions, name).relative:g} |\n"
        for name, text in names.items()
    ]
    return "| comparison | absolute | relative |\n| --- | ---: | ---: |\n" + "".join(rows)


def limits(course: Course) -> str:
    """Return what one exercise may use."""
    own = course.limits
    shared, kept = own.seconds_per_submission * OF_SUBSTITUTES, own.seconds_kept * OF_SUBSTITUTES
    rows = [
        ("time for one answer", f"{own.seconds_per_request:g} s"),
        ("time for all answers of an exercise", f"{own.seconds_per_exercise:g} s"),
        ("time for all exercises of a part", f"{own.seconds_per_submission:g} s"),
        ("after that, for each exercise left", f"{own.seconds_kept:g} s"),
        ("time for all trials with a callee replaced", f"{shared:g} s, and {kept:g} s for each exercise"),
        ("time for the search for the lines of mistakes", f"{own.seconds_per_submission * OF_SEARCH:g} s"),
        ("memory, over what torch itself takes", f"{own.memory_mb} MB"),
        ("size of one answer", f"{own.answer_mb} MB"),
        ("printed text that is kept", f"{own.printed_kb} KB"),
    ]
    return "| resource | limit |\n| --- | ---: |\n" + "".join(f"| {what} | {limit} |\n" for what, limit in rows)


def door(course: Course) -> str:
    """Return the names that are imported from `autograder` itself."""
    del course
    return textwrap.fill(", ".join(f"`{name}`" for name in sorted(PLACES, key=str.casefold)), 120) + "\n"


def vocabulary(course: Course) -> str:
    """Return what the modules for checks define: each name with its arguments, and the first line about it."""
    del course
    return "\n".join(_module_section(module) for module in VOCABULARY)


def _module_section(module: ModuleType) -> str:
    own = [item for name, item in vars(module).items() if not name.startswith("_") and _is_defined_in(module, item)]
    rows = [f"| `{name}` | {text} |\n" for item in own for name, text in _entries(item)]
    return f"### `{module.__name__}`\n\n| name | meaning |\n| --- | --- |\n" + "".join(rows)


def _is_defined_in(module: ModuleType, item: object) -> bool:
    is_definition = inspect.isfunction(item) or inspect.isclass(item)
    return is_definition and getattr(item, "__module__", "") == module.__name__


def _entries(item: Any) -> Iterator[tuple[str, str]]:
    """Yield a function, or a class with its methods."""
    if inspect.isfunction(item):
        yield _call(item.__name__, item), _first_line(item)
        return
    yield item.__name__, _first_line(item)
    methods = [own for name, own in vars(item).items() if not name.startswith("_") and inspect.isfunction(own)]
    yield from ((f"{item.__name__}.{_call(own.__name__, own)}", _first_line(own)) for own in methods)


def _call(name: str, function: Callable[..., object]) -> str:
    parameters = inspect.signature(function).parameters.values()
    stars: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    names = [f"{stars.get(item.kind, '')}{item.name}" for item in parameters if item.name != "self"]
    return f"{name}({', '.join(names)})"


def _first_line(item: object) -> str:
    text = inspect.getdoc(item) or ""
    return text.split("\n\n", maxsplit=1)[0].replace("\n", " ").replace("|", "\\|")


TABLES: dict[str, Callable[[Course], str]] = {
    "assignments": assignments,
    "points": points,
    "questions": questions,
    "graded": graded,
    "messages": messages,
    "tolerances": tolerances,
    "limits": limits,
    "door": door,
    "vocabulary": vocabulary,
}
