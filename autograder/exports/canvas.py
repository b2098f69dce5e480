"""Canvas: fills in the columns of our assignments in an exported gradebook."""

import re
from collections.abc import Sequence

from autograder.exports.class_results import ExportError
from autograder.exports.csv_table import CsvTable
from autograder.exports.matching import match_rows
from autograder.exports.request import ExportChanges, ExportRequest, display_names, gradebook_column, matched_changes

HEADER = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
NEW_COLUMN = "Canvas will offer to create the assignment"
TOTAL = re.compile(r"(.* )?((Unposted )?(Current|Final)|Override) (Points|Score|Grade)")  # what Canvas computes
STUDENT_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID")
MAXIMUM_ROW = "points possible"


def canvas_table(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    """Return the columns by which Canvas knows students, and those of the graded assignments; no other column.

    Raises:
        ExportError: the file is not an exported gradebook of Canvas.
    """
    gradebook = request.table or _table_of_logins(request)
    missing = [name for name in ("Student", "ID", "Section") if name not in gradebook.columns]
    if missing:
        raise ExportError(f"the file of Canvas has no column {missing[0]!r}; export the gradebook and name that file")
    kept = [name for name in gradebook.columns if name in HEADER or name == "Root Account"]
    people = CsvTable(kept, [row for row in gradebook.rows if _is_student(row)])
    students = request.graded.students
    matches = match_rows(people, [name for name in STUDENT_COLUMNS if name in kept], students, request.names)
    rows, changes = matches.rows, matched_changes(students, matches)
    columns = {name: _column(name, gradebook, kept, request, changes) for name in request.graded.assignments}
    _fill(rows, columns, gradebook, request, changes)
    matched = set(map(id, rows.values()))
    written = [row for row in gradebook.rows if not _is_student(row) or id(row) in matched]
    return CsvTable([*kept, *columns.values()], written), changes


def _fill(
    rows: dict[str, dict[str, str]],
    columns: dict[str, str],
    gradebook: CsvTable,
    request: ExportRequest,
    changes: ExportChanges,
) -> None:
    maxima = next((row for row in gradebook.rows if row["Student"].strip().lower() == MAXIMUM_ROW), {})
    names = display_names(rows, "Student")
    for student, row in rows.items():
        for name, column in columns.items():
            result = request.graded.of(student, name)
            if text := request.cell(result, maxima.get(column, "")):
                changes.put(row, names[student], column, text)


def _is_student(row: dict[str, str]) -> bool:
    """Return whether a row is a student's: the rows about columns (maxima, posting) come first and have no ID."""
    return any(row.get(name, "").strip() for name in STUDENT_COLUMNS[1:])


def _column(name: str, gradebook: CsvTable, kept: Sequence[str], request: ExportRequest, changes: ExportChanges) -> str:
    if request.table is None:
        return name
    columns = [column for column in gradebook.columns if column not in kept and not TOTAL.fullmatch(column)]
    return gradebook_column(name, columns, request, changes, NEW_COLUMN)


def _table_of_logins(request: ExportRequest) -> CsvTable:
    """Return a table for an export without Canvas's file: students by their login, which is taken to be their id."""
    empty = dict.fromkeys(HEADER, "")
    rows = [empty | {"Student": student, "SIS Login ID": student} for student in request.graded.students]
    return CsvTable(list(HEADER), rows)
