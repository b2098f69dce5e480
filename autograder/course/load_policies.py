"""The table `[policies]` of the course file, with one sentence for each mistake."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from autograder.course.load_visibility import load_shown
from autograder.course.model import Assignment, CourseError
from autograder.course.policies import Late, Policies
from autograder.course.tables import Table, as_list, as_number, as_table, as_text, needed

KEYS = ("due", "grace_hours", "late", "extension", "drop", "bonus", "visibility")


def load_policies(data: Any, assignments: Sequence[Assignment]) -> Policies:
    """Read and validate the rules of a course.

    Raises:
        CourseError: an entry is unknown, of the wrong kind, or names what the course does not have.
    """
    names = {assignment.id: {exercise.name for exercise in assignment.exercises} for assignment in assignments}
    table = as_table(data, "policies", KEYS)
    drop = _exercises(table, "drop", names)
    bonus = _exercises(table, "bonus", names)
    if both := drop & bonus:
        raise CourseError(f"policies.bonus: {'.'.join(min(both))} is dropped too; name it in one of them")
    return Policies(
        due=_due(table.get("due", {}), names),
        grace=timedelta(hours=as_number(table.get("grace_hours", 0), "policies.grace_hours", most=24 * 365)),
        late=_late(table["late"]) if "late" in table else None,
        extensions=_extensions(table.get("extension", []), names),
        drop=drop,
        bonus=bonus,
        visibility=load_shown(table.get("visibility", {}), list(names)),
    )


def _assignment(name: Any, place: str, names: dict[str, set[str]]) -> str:
    if not isinstance(name, str) or name not in names:
        raise CourseError(f"{place}: no assignment is called {name!r}; the course has {', '.join(names)}")
    return name


def _due(data: Any, names: dict[str, set[str]]) -> dict[str, datetime]:
    dates = as_table(data, "policies.due", list(names))
    for name, date in dates.items():
        if not isinstance(date, datetime):
            raise CourseError(f"policies.due: {name} is {date!s}, expected a date with a time: 2026-03-01T23:59:00")
        if date.tzinfo is not None:
            raise CourseError(f"policies.due: {name} names a time zone; write the class's own time, without one")
    return dates


def _late(data: Any) -> Late:
    table = as_table(data, "policies.late", ("per_day", "at_most"))
    per_day = as_number(needed(table, "per_day", "policies.late"), "policies.late.per_day", most=100)
    return Late(per_day, as_number(table.get("at_most", 100), "policies.late.at_most", most=100))


def _extensions(data: Any, names: dict[str, set[str]]) -> dict[tuple[str, str], timedelta]:
    found: dict[tuple[str, str], timedelta] = {}
    for entry in as_list(data, "policies.extension"):
        table = as_table(entry, "policies.extension", ("student", "assignment", "days", "why"))
        student = needed(table, "student", "policies.extension")
        if not isinstance(student, str) or not student:
            raise CourseError(f"policies.extension: student is {student!r}, expected the id of a student")
        place = f"policies.extension of {student}"
        assignment = _assignment(needed(table, "assignment", place), place, names)
        if (student, assignment) in found:
            raise CourseError(f"{place}: {assignment} stands there twice")
        days = as_number(needed(table, "days", place), f"{place}: days", most=365)
        found[student, assignment] = timedelta(days=days)
    return found


def _exercises(table: Table, key: str, names: dict[str, set[str]]) -> frozenset[tuple[str, str]]:
    place = f"policies.{key}"
    found: list[tuple[str, str]] = []
    for entry in as_list(table.get(key, []), place):
        assignment, _, exercise = as_text(entry, place).partition(".")
        if exercise not in names[_assignment(assignment, place, names)]:
            raise CourseError(f"{place}: {assignment} has no exercise {exercise!r}; expected assignment.exercise")
        if (assignment, exercise) in found:
            raise CourseError(f"{place}: {entry} stands there twice")
        found.append((assignment, exercise))
    return frozenset(found)
