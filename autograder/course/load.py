"""Reads the course file and validates it as a whole."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from autograder.course.find import COURSE_FILE, course_folder
from autograder.course.model import (
    FAMILIES,
    LIBRARIES,
    Assignment,
    Course,
    CourseError,
    Exercise,
    Limits,
    Rubric,
    Rule,
    Size,
    Visibility,
)
from autograder.course.policies import load_policies, load_zone
from autograder.course.schema import (
    AssignmentTable,
    CourseTable,
    ExerciseTable,
    RubricTable,
    RuleTable,
    Sizes,
    SizeTable,
    VisibilityTable,
)
from autograder.course.validation import check_choice, check_keys, convert, mistakes_in, read_toml


def load_course(folder: Path | None = None) -> Course:
    """Read and validate the data of a course.

    Args:
        folder: the folder with `course.toml`; by default that of the course that this process grades.

    Raises:
        CourseError: the file cannot be read, or a key is missing, unknown, of the wrong type or contradicts another.
    """
    return _load(folder or course_folder())


def forget_courses() -> None:
    """Let the next call of `load_course` read its file again."""
    _load.cache_clear()


@functools.cache
def _load(folder: Path) -> Course:
    path = folder / COURSE_FILE
    data = read_toml(path, path.name)
    with mistakes_in(path.name):
        return replace(_course(convert(data, CourseTable)), folder=folder)


def _course(table: CourseTable) -> Course:
    rules = _rules(table.rules)
    assignments = _assignments(table.assignment, rules)
    visibility, own_visibility = load_visibility(table.visibility, [assignment.id for assignment in assignments])
    _check_points(assignments, table.total)
    families = _families(table.families)
    libraries = LIBRARIES if table.libraries is None else _libraries(table.libraries)
    return Course(
        table.title,
        assignments,
        Limits(**msgspec.structs.asdict(table.limits)),
        visibility,
        own_visibility,
        load_policies(table.policies, assignments, load_zone(table.time_zone)),
        families,
        libraries=libraries,
        rules=tuple(rules.values()),
        rubric=_rubric(table.rubric, (*FAMILIES, *families)),
    )


def _libraries(names: Sequence[str]) -> tuple[str, ...]:
    """Return the modules that submissions may import."""
    for number, name in enumerate(names):
        if not name.isidentifier() or name in names[:number]:
            raise CourseError(f"libraries[{number}]: is {name!r}, expected the name of another module, such as einops")
    return tuple(names)


def _rules(tables: Mapping[str, RuleTable]) -> dict[str, Rule]:
    """Return the from-scratch rules of the course by name."""
    for name, table in tables.items():
        if not name.isidentifier():
            raise CourseError(f"rules.{name}: is {name!r}, expected one word of letters, digits and _")
        if not table.calls:
            raise CourseError(f"rules.{name}.calls: is empty, expected parts of the names of library calls")
    return {name: Rule(name, tuple(table.calls), table.sentence, table.while_loading) for name, table in tables.items()}


def _assignments(tables: Sequence[AssignmentTable], rules: Mapping[str, Rule]) -> tuple[Assignment, ...]:
    """Return all assignments in teaching order."""
    assignments: list[Assignment] = []
    for number, table in enumerate(tables):
        earlier = [assignment.id for assignment in assignments]
        assignments.append(_assignment(table, f"assignment[{number}]", earlier, rules))
    return tuple(assignments)


def _assignment(table: AssignmentTable, place: str, earlier: Sequence[str], rules: Mapping[str, Rule]) -> Assignment:
    if table.id in earlier:
        raise CourseError(f"{place}.id: another assignment is called {table.id!r} too")
    for number, name in enumerate(table.prerequisites):
        if name not in earlier:
            raise CourseError(f"{place}.prerequisites[{number}]: {name!r} is not an earlier assignment of the course")
    exercises = _exercises(table, place, rules)
    if not exercises:
        raise CourseError(f"{place}.file: the assignment {table.id} has no exercise")
    return Assignment(table.id, table.title, tuple(table.prerequisites), exercises)


def _exercises(table: AssignmentTable, place: str, rules: Mapping[str, Rule]) -> tuple[Exercise, ...]:
    """Return the exercises of all files of an assignment."""
    exercises: dict[str, Exercise] = {}
    for number, file in enumerate(table.file):
        for index, entry in enumerate(file.exercises):
            where = f"{place}.file[{number}].exercises[{index}]"
            if entry.name in exercises:
                raise CourseError(f"{where}.name: the assignment {table.id} has two exercises called {entry.name!r}")
            exercises[entry.name] = _exercise(entry, (table.id, file.name), where, rules)
    return tuple(exercises.values())


def _exercise(table: ExerciseTable, place_of_file: tuple[str, str], place: str, rules: Mapping[str, Rule]) -> Exercise:
    rule = None
    if table.forbidden is not None:
        rule = _find_rule(table.forbidden, f"{place}.forbidden ({table.name})", rules)
    return Exercise(*place_of_file, table.name, table.points, rule, load_sizes(table.sizes, f"{place}.sizes"))


def _find_rule(name: str, place: str, rules: Mapping[str, Rule]) -> Rule:
    if not rules:
        raise CourseError(f"{place}: is {name!r}, and the course has no rules: add a table [rules.{name}]")
    check_choice(name, place, tuple(rules))
    return rules[name]


def load_sizes(table: Sizes, place: str) -> tuple[Size, ...]:
    """Return the sizes that a derivation may ask each student about, in the order of its arguments.

    Args:
        table: the key `sizes` of an exercise.
        place: its path in the file, for messages.

    Raises:
        CourseError: a range ends before it begins, or a size divides one that does not exist.
    """
    sizes = []
    for name, entry in table.items():
        (low, high), divides = (entry.range, entry.divides) if isinstance(entry, SizeTable) else (entry, None)
        if low > high:
            raise CourseError(f"{place}.{name}: is {[low, high]}, expected the smaller number first")
        if divides is not None and divides not in table.keys() - {name}:
            raise CourseError(f"{place}.{name}.divides: is {divides!r}, expected another size of the exercise")
        sizes.append(Size(name, low, high, divides or ""))
    return tuple(sizes)


def load_visibility(data: dict[str, Any], assignments: Sequence[str]) -> tuple[Visibility, dict[str, Visibility]]:
    """Return what students may see of a failed check: in the whole course, and in assignments that differ from it.

    Args:
        data: the table `[visibility]`.
        assignments: the ids of all assignments.

    Raises:
        CourseError: a key is unknown, or a value is not true or false.
    """
    own = {name: value for name, value in data.items() if name in assignments}
    common = {name: value for name, value in data.items() if name not in assignments}
    return _visibility(common, "visibility", assignments), {
        name: _visibility(value, f"visibility.{name}", (), common) for name, value in own.items()
    }


def _visibility(data: Any, place: str, also: Sequence[str], defaults: dict[str, Any] | None = None) -> Visibility:
    """Validate a table of settings; what it leaves out is as in `defaults`."""
    convert(data, VisibilityTable, place, also)
    return Visibility(**msgspec.structs.asdict(convert({**(defaults or {}), **data}, VisibilityTable, place)))


def _families(names: Sequence[str]) -> tuple[str, ...]:
    """Return the families of mistakes that the course has besides the usual ones."""
    for number, name in enumerate(names):
        if name in FAMILIES or name in names[:number]:
            raise CourseError(f"families[{number}]: {name!r} is already a family")
    return tuple(names)


def _rubric(table: RubricTable | None, families: Sequence[str]) -> Rubric:
    """Return what mistakes cost; whether mistakes of these names exist is known when those of the course are read."""
    if table is None:
        return Rubric()
    check_keys(table.families, "rubric.families", families)
    return Rubric(table.families, table.mistakes, table.default)


def _check_points(assignments: Sequence[Assignment], total: float) -> None:
    points = round(sum(assignment.points for assignment in assignments), 2)
    if points != total:
        raise CourseError(f"total: is {total:g}, but the points of all exercises add up to {points:g}")
