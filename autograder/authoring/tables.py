"""Generates the tables that the documents have between marks."""

import re
from collections.abc import Callable

from autograder.checking import assertions
from autograder.checking.registry import checks_of
from autograder.course import Course
from autograder.results.files import write_text

DOCUMENTS = ("README.md", "GRADING.md", "CONTRIBUTING.md")
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
    """Return the parts of the course with their exercises and points."""
    rows = [
        f"| `{item.id}` | {item.title} | {', '.join(f'`{e.name}`' for e in item.exercises)} | {item.points:g} |\n"
        for item in course
    ]
    return "| part | about | exercises | points |\n| --- | --- | --- | ---: |\n" + "".join(rows)


def points(course: Course) -> str:
    """Return each exercise with its number of checks and its points at core and robustness."""
    rows = [_points_row(item.id, exercise.name) for item in course for exercise in item.exercises]
    return "| part | exercise | checks | core | robustness |\n| --- | --- | ---: | ---: | ---: |\n" + "".join(rows)


def _points_row(assignment: str, exercise: str) -> str:
    infos = [check.info for check in checks_of(assignment)[exercise]]
    core = sum(info.points for info in infos if info.level == "core")
    robust = sum(info.points for info in infos if info.level == "robustness")
    return f"| `{assignment}` | `{exercise}` | {len(infos)} | {round(core, 2):g} | {round(robust, 2):g} |\n"


def messages(course: Course) -> str:
    """Return the checks that exist for their message, by what they explain better than others."""
    names_by_reason: dict[str, list[str]] = {}
    for item in course:
        for check in (check for checks in checks_of(item.id).values() for check in checks if check.for_message):
            names_by_reason.setdefault(check.for_message, []).append(f"`{check.info.id}`")
    rows = [f"| {reason} | {', '.join(names)} |\n" for reason, names in names_by_reason.items()]
    return "| what it says better | checks |\n| --- | --- |\n" + "".join(rows)


def tolerances(course: Course) -> str:
    """Return the tolerances of comparisons."""
    del course
    names = {"FLOAT32": "float32 values", "FLOAT64": "float64 values and gradients", "BFLOAT16": "bfloat16 values"}
    names |= {"PRINTED": "figures that a source prints with 4 decimals", "FORMULA": "numbers from a formula"}
    rows = [
        f"| {text} | {getattr(assertions, name).absolute:g} | {getattr(assertions, name).relative:g} |\n"
        for name, text in names.items()
    ]
    return "| what is compared | absolute | relative |\n| --- | ---: | ---: |\n" + "".join(rows)


def limits(course: Course) -> str:
    """Return what one exercise may use."""
    own = course.limits
    rows = [
        ("time for one answer", f"{own.seconds_per_request:g} s"),
        ("time for all answers of an exercise", f"{own.seconds_per_exercise:g} s"),
        ("time for all exercises of a part", f"{own.seconds_per_submission:g} s"),
        ("after that, for each exercise left", f"{own.seconds_kept:g} s"),
        ("memory, over what torch itself takes", f"{own.memory_mb} MB"),
        ("size of one answer", f"{own.answer_mb} MB"),
        ("printed text that is kept", f"{own.printed_kb} KB"),
    ]
    return "| what | limit |\n| --- | ---: |\n" + "".join(f"| {what} | {limit} |\n" for what, limit in rows)


TABLES: dict[str, Callable[[Course], str]] = {
    "assignments": assignments,
    "points": points,
    "messages": messages,
    "tolerances": tolerances,
    "limits": limits,
}
