"""Canvas: fills in the columns of our assignments in an exported gradebook."""

import re
from collections.abc import Sequence

from autograder.exports.class_results import ExportError, is_excused
from autograder.exports.csv_table import CsvTable
from autograder.exports.matching import columns_of_students, match_rows
from autograder.exports.request import (
    CANVAS_EXCUSED,
    ExportChanges,
    ExportRequest,
    display_names,
    gradebook_column,
    matched_changes,
)
from autograder.intake.column_names import CANVAS, english_columns

HEADER = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
TEST_STUDENTS = ("Student, Test", "Test Student")  # Canvas's own
NEW_COLUMN = "Canvas will offer to create the assignment"
TOTAL = re.compile(r"(.* )?((Unposted )?(Current|Final)|Override) (Points|Score|Grade)")  # what Canvas computes
STUDENT_COLUMNS = ("Student", "ID", "SIS User ID", "SIS Login ID")
NUMBERED = re.compile(r".*\(\d+\)\s*")  # the column of an assignment


def canvas_table(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    """Return the columns by which Canvas knows students, and those of the graded assignments; no other column.

    Raises:
        ExportError: the file is not an exported gradebook of Canvas.
    """
    gradebook = request.table or _table_of_logins(request)
    kept, naming = _columns_about_students(gradebook, request)
    if not naming:
        raise ExportError(
            "the file of Canvas has no column that names students; export the gradebook and name that file"
        )
    people = CsvTable(kept, [row for row in gradebook.rows if _is_student(row, kept)])
    students = request.graded.students
    matches = match_rows(people, naming, students, request.names)
    rows, changes = matches.rows, matched_changes(students, matches)
    columns = {name: _column(name, gradebook, kept, request, changes) for name in request.graded.assignments}
    names = display_names(rows, kept[0])
    for name, column in columns.items():
        maximum = _maximum(gradebook, kept, column)
        for student, row in rows.items():
            result = request.graded.of(student, name)
            if is_excused(result):
                changes.excuse(row, names[student], column, CANVAS_EXCUSED)
            elif text := request.cell(result, maximum):
                changes.put(row, names[student], column, text)
    matched = set(map(id, rows.values()))
    others = [row[kept[0]] for row in people.rows if id(row) not in matched and row[kept[0]] not in TEST_STUDENTS]
    changes.without_result = others if request.table is not None else []
    written = [row for row in gradebook.rows if not _is_student(row, kept) or id(row) in matched]
    return CsvTable([*kept, *columns.values()], written, gradebook.separator), changes


def _columns_about_students(gradebook: CsvTable, request: ExportRequest) -> tuple[list[str], list[str]]:
    """Return the columns by which Canvas knows students, the name first, and those of them that name a student.

    In a language whose words are not known, they are all before the first assignment, and the cells tell.
    """
    known = english_columns(gradebook.columns, CANVAS)
    if "Student" in known and "ID" in known:
        kept = [column for column in gradebook.columns if column in known.values()]
        return kept, [known[name] for name in STUDENT_COLUMNS if name in known]
    first = next((place for place, name in enumerate(gradebook.columns) if NUMBERED.fullmatch(name)), 0)
    kept = gradebook.columns[:first]
    found = columns_of_students(gradebook, request.graded.students, request.names)
    return kept, [column for column in found if column in kept]


def _maximum(gradebook: CsvTable, kept: Sequence[str], column: str) -> str:
    """Return what an assignment is worth: the only number in the rows about columns."""
    cells = (row.get(column, "") for row in gradebook.rows if not _is_student(row, kept))
    return next((cell for cell in cells if re.fullmatch(r"\s*\d+(?:[.,]\d+)?\s*", cell)), "")


def _is_student(row: dict[str, str], kept: Sequence[str]) -> bool:
    """Return whether a row is a student's: the rows about columns (maxima, posting) come first and have no ID."""
    return any(row.get(name, "").strip() for name in kept[1:])


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
