"""The tables `[[assignment]]`: assignments, their files, and the exercises in them."""

import re
from collections.abc import Sequence
from typing import Any

from autograder.course.load_sizes import load_sizes
from autograder.course.model import Assignment, CourseError, Exercise, Rule
from autograder.course.tables import Table, as_choice, as_list, as_positive, as_table, as_text, needed

ASSIGNMENT = re.compile(r"\d\d_\w+")
FILE = re.compile(r"[A-Za-z_]\w*\.py")


def load_assignments(data: Any, rules: Sequence[Rule] = ()) -> tuple[Assignment, ...]:
    """Read and validate all assignments, in teaching order.

    Raises:
        CourseError: an entry is missing, unknown or of the wrong kind, or a name is used twice.
    """
    assignments: list[Assignment] = []
    for item in as_list(data, "assignment"):
        assignments.append(_assignment(item, [assignment.id for assignment in assignments], rules))
    return tuple(assignments)


def _assignment(data: Any, before: Sequence[str], rules: Sequence[Rule]) -> Assignment:
    table = as_table(data, "assignment", ("id", "title", "prerequisites", "file"))
    name = as_text(needed(table, "id", "assignment"), "assignment: id")
    place = f"assignment {name}"
    if not ASSIGNMENT.fullmatch(name):
        raise CourseError(f"{place}: id is {name!r}, expected two digits and a word: 02_causal")
    if name in before:
        raise CourseError(f"the assignment {name} stands there twice")
    title = as_text(needed(table, "title", place), f"{place}: title")
    files = as_list(needed(table, "file", place), f"{place}: file")
    exercises = tuple(exercise for file in files for exercise in _file(file, name, place, rules))
    if not exercises:
        raise CourseError(f"{place}: has no exercise")
    _refuse_twice([exercise.name for exercise in exercises], place)
    return Assignment(name, title, _prerequisites(table, place, before), exercises)


def _prerequisites(table: Table, place: str, before: Sequence[str]) -> tuple[str, ...]:
    place = f"{place}: prerequisites"
    names = [as_text(name, place) for name in as_list(needed(table, "prerequisites", place), place)]
    if missing := [name for name in names if name not in before]:
        raise CourseError(f"{place}: {missing[0]} does not come before it")
    return tuple(names)


def _file(data: Any, assignment: str, place: str, rules: Sequence[Rule]) -> list[Exercise]:
    table = as_table(data, f"{place}: file", ("name", "exercises"))
    file = as_text(needed(table, "name", f"{place}: file"), f"{place}: file: name")
    if not FILE.fullmatch(file):
        raise CourseError(f"{place}: file: name is {file!r}, expected that of a Python module: causal.py")
    place = f"{place}, {file}"
    exercises = as_list(needed(table, "exercises", place), place)
    return [_exercise(item, assignment, file, place, rules) for item in exercises]


def _exercise(data: Any, assignment: str, file: str, place: str, rules: Sequence[Rule]) -> Exercise:
    table = as_table(data, f"{place}: exercise", ("name", "points", "forbidden", "sizes"))
    name = as_text(needed(table, "name", f"{place}: exercise"), f"{place}: exercise: name")
    place = f"{place}, {name}"
    if not name.isidentifier():
        raise CourseError(f"{place}: name is {name!r}, expected that of a function or class")
    return Exercise(
        assignment,
        file,
        name,
        as_positive(needed(table, "points", place), f"{place}: points"),
        _rule(table["forbidden"], f"{place}: forbidden", rules) if "forbidden" in table else None,
        load_sizes(table.get("sizes", {}), place),
    )


def _rule(data: Any, place: str, rules: Sequence[Rule]) -> Rule:
    by_name = {rule.name: rule for rule in rules}
    if not by_name:
        raise CourseError(f"{place}: is {data!r}, and the course has no rules: add a table [rules.{data}]")
    return by_name[as_choice(data, place, by_name)]


def _refuse_twice(names: Sequence[str], place: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise CourseError(f"{place}: names {name} twice")
