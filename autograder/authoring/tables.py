"""Tables in the documents that are made from the code, between marks that stand in the documents."""

import re
from collections.abc import Callable

from autograder.checking import assertions as allowed
from autograder.checking.registry import checks_of
from autograder.course import Course
from autograder.results.files import write_text

DOCUMENTS = ("README.md", "GRADING.md", "CONTRIBUTING.md")
MARKED = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def run_tables(course: Course, *, check: bool) -> list[str]:
    """Bring the tables up to date; returns the documents that were not. With `check`, nothing is written."""
    stale = []
    for name in DOCUMENTS:
        path = course.folder / name
        if not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        fresh = filled(text, course)
        if fresh != text:
            stale.append(name)
            if not check:
                write_text(path, fresh)
    return stale


def filled(text: str, course: Course) -> str:
    """`text` with every marked table made anew."""
    return MARKED.sub(lambda match: f"{match[1]}{TABLES[match[2]](course)}{match[3]}", text)


def assignments(course: Course) -> str:
    """The parts of the course with their exercises and points."""
    rows = [
        f"| `{item.id}` | {item.title} | {', '.join(f'`{e.name}`' for e in item.exercises)} | {item.points:g} |\n"
        for item in course
    ]
    return "| part | about | exercises | points |\n| --- | --- | --- | ---: |\n" + "".join(rows)


def points(course: Course) -> str:
    """Each exercise with its points at core and at robustness, and the number of checks."""
    rows = [_points_row(item.id, exercise.name) for item in course for exercise in item.exercises]
    return "| part | exercise | checks | core | robustness |\n| --- | --- | ---: | ---: | ---: |\n" + "".join(rows)


def _points_row(assignment: str, exercise: str) -> str:
    infos = [check.info for check in checks_of(assignment)[exercise]]
    core = sum(info.points for info in infos if info.level == "core")
    robust = sum(info.points for info in infos if info.level == "robustness")
    return f"| `{assignment}` | `{exercise}` | {len(infos)} | {round(core, 2):g} | {round(robust, 2):g} |\n"


def messages(course: Course) -> str:
    """The checks that are there for their message, by what they say better."""
    found: dict[str, list[str]] = {}
    for item in course:
        for check in (check for checks in checks_of(item.id).values() for check in checks if check.for_message):
            found.setdefault(check.for_message, []).append(f"`{check.info.id}`")
    rows = [f"| {why} | {', '.join(names)} |\n" for why, names in found.items()]
    return "| what it says better | checks |\n| --- | --- |\n" + "".join(rows)


def tolerances(course: Course) -> str:
    """The tolerances of comparisons."""
    del course
    names = {"FLOAT32": "float32 values", "FLOAT64": "float64 values and gradients", "BFLOAT16": "bfloat16 values"}
    names |= {"PRINTED": "figures that a source prints with 4 decimals", "FORMULA": "numbers from a formula"}
    rows = [
        f"| {text} | {getattr(allowed, name).absolute:g} | {getattr(allowed, name).relative:g} |\n"
        for name, text in names.items()
    ]
    return "| what is compared | absolute | relative |\n| --- | ---: | ---: |\n" + "".join(rows)


def limits(course: Course) -> str:
    """What one exercise may use."""
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
