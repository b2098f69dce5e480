"""Which row of a platform's file belongs to which student of the class."""

import re
from collections.abc import Sequence

from autograder.exports.graded import ExportError
from autograder.exports.sheet import Sheet
from autograder.intake.roster import Roster

Names = dict[str, tuple[str, ...]]


def rows_of(sheet: Sheet, columns: Sequence[str], students: Sequence[str], known: Names) -> dict[str, dict[str, str]]:
    """The row of each student who has one, found by the student's id, by parts of it, or by the roster's names.

    Raises:
        ExportError: two students have the same row.
    """
    keys = {f"row {number}": row for number, row in enumerate(sheet.rows)}
    table = Roster({key: tuple(filter(None, (_bare(row[name]) for name in columns))) for key, row in keys.items()})
    found: dict[str, dict[str, str]] = {}
    owners: dict[str, str] = {}
    exact = {_bare(row[name]): key for name in reversed(columns) for key, row in keys.items()}
    for student in students:
        key = exact.get(student) or table.find([student, *known.get(student, ()), *_parts(student)])
        if key is None:
            continue
        if key in owners:
            raise ExportError(
                f"{owners[key]} and {student} are the same row of the file; tell them apart with --roster"
            )
        owners[key] = student
        found[student] = keys[key]
    return found


def _bare(cell: str) -> str:
    """A cell without the apostrophe of a spreadsheet, and without Moodle's word before a number."""
    return re.sub(r"^participant (?=\d+$)", "", cell.strip().removeprefix("'"), flags=re.IGNORECASE)


def _parts(student: str) -> tuple[str, ...]:
    """The number and the name in a name that a download has given: `lovelaceada_4711`, `Ada_Lovelace_17`."""
    found = re.fullmatch(r"(?P<name>.+)_(?P<id>\d+)", student)
    return (found["id"], found["name"].replace("_", " ")) if found else ()
