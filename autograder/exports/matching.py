"""Matches the rows of a platform's file to students, and its columns to assignments."""

import re
from collections.abc import Mapping, Sequence

from autograder.course import Course
from autograder.exports.class_results import ExportError
from autograder.exports.csv_table import CsvTable
from autograder.intake.names import assignment_of, normalise_name
from autograder.intake.roster import Roster

NamesByStudent = dict[str, tuple[str, ...]]
# Canvas appends the number of the assignment to its name; Moodle adds the kind of activity and `(Real)`.
DECORATED = re.compile(r"(?:\w+:\s*)?(?P<name>.*\S)\s*\((?:\d+|Real)\)\s*")


def match_column(assignment: str, columns: Sequence[str], course: Course, chosen: Mapping[str, str]) -> str | None:
    """Return the chosen column of an assignment, or the only one that has its name; None if there is none.

    Args:
        assignment: its id.
        columns: the names of all columns.
        course: the course.
        chosen: the columns named with `--column`, by assignment.

    Raises:
        ExportError: the chosen column does not exist, or several columns match.
    """
    if (name := chosen.get(assignment)) is not None:
        matches = [column for column in columns if name in (column, _name(column))]
        if len(matches) != 1:
            raise ExportError(f"--column {assignment}={name}: the file has {len(matches)} columns of that name")
        return matches[0]
    title = normalise_name(course.assignment(assignment).title)
    matches = [column for column in columns if _is_name_of(_name(column), assignment, title, course)]
    if len(matches) > 1:
        names = ", ".join(map(repr, matches))
        raise ExportError(f"{assignment}: could be any of {names}; choose with --column {assignment}=NAME")
    return matches[0] if matches else None


def _name(column: str) -> str:
    match = DECORATED.fullmatch(column)
    return match["name"] if match else column.strip()


def _is_name_of(name: str, assignment: str, title: str, course: Course) -> bool:
    match = assignment_of(name, course)
    return (match is not None and match.id == assignment) or normalise_name(name) == title


def match_rows(
    table: CsvTable, columns: Sequence[str], students: Sequence[str], further_names: NamesByStudent
) -> dict[str, dict[str, str]]:
    """Return the row of each student who has one, found by the student's id, parts of it, or the roster's names.

    Args:
        table: the platform's file.
        columns: those that name students.
        students: the ids of the students to find.
        further_names: names of students from the roster.

    Raises:
        ExportError: two students have the same row.
    """
    keys = {f"row {number}": row for number, row in enumerate(table.rows)}
    names = Roster({key: tuple(filter(None, (_plain(row[name]) for name in columns))) for key, row in keys.items()})
    exact = {_plain(row[name]): key for name in reversed(columns) for key, row in keys.items()}
    rows: dict[str, dict[str, str]] = {}
    owners: dict[str, str] = {}
    for student in students:
        key = exact.get(student) or names.find([student, *further_names.get(student, ()), *_parts(student)])
        if key is None:
            continue
        if key in owners:
            raise ExportError(
                f"{owners[key]} and {student} are the same row of the file; tell them apart with --roster"
            )
        owners[key] = student
        rows[student] = keys[key]
    return rows


def _plain(cell: str) -> str:
    """Return a cell without a spreadsheet's apostrophe and without Moodle's `Participant` before a number."""
    return re.sub(r"^participant (?=\d+$)", "", cell.strip().removeprefix("'"), flags=re.IGNORECASE)


def _parts(student: str) -> tuple[str, ...]:
    """Return the number and the name in an id made from a download: `lovelaceada_4711`, `Ada_Lovelace_17`."""
    match = re.fullmatch(r"(?P<name>.+)_(?P<id>\d+)", student)
    return (match["id"], match["name"].replace("_", " ")) if match else ()
