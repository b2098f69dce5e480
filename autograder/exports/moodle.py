"""Moodle: fills in the offline grading worksheet of one assignment, or a file for the import of the gradebook."""

import html

from autograder.exports.class_results import ExportError, has_score, score_comment
from autograder.exports.csv_table import CsvTable, find_column
from autograder.exports.matching import match_rows
from autograder.exports.request import ExportChanges, ExportRequest, display_names, gradebook_column, matched_changes

WORKSHEET_COLUMNS = ("Identifier", "Grade")
STUDENT_COLUMNS = (
    "Identifier",
    "ID number",
    "Username",
    "Email address",
    "Full name",
    "First name",
    "Surname",
    "Last name",
)
NEW_COLUMN = "the import of Moodle will ask what it is for"
FULL_NAMES = (("First name", "Surname"), ("First name", "Last name"))  # pairs of columns


def moodle_table(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    """Return the given worksheet or gradebook filled in; without one, rows for an import by ID number.

    Raises:
        ExportError: the file is neither, or a worksheet would get several assignments.
    """
    if request.table is None:
        return _import_file(request)
    if all(name in request.table.columns for name in WORKSHEET_COLUMNS):
        return _worksheet(request, request.table)
    return _gradebook(request, request.table)


def _worksheet(request: ExportRequest, table: CsvTable) -> tuple[CsvTable, ExportChanges]:
    """Fill in grades and feedback; feedback without a grade would make Moodle delete the grade."""
    if len(request.graded.assignments) != 1:
        raise ExportError("a grading worksheet of Moodle is of one assignment; name it with --assignment")
    (assignment,) = request.graded.assignments
    rows, changes = _match(request, table)
    feedback = find_column(table.columns, "Feedback comments")
    names = display_names(rows, "Full name")
    for student, row in rows.items():
        name = names[student]
        result = request.graded.of(student, assignment)
        text = request.cell(result, row.get("Maximum Grade", ""))
        if row.get("Grade can be changed", "Yes").strip().lower() == "no":
            changes.remarks.append(f"{name}: Moodle says that this grade cannot be changed, left as it is")
        elif result is not None and text:
            changes.put(row, name, "Grade", text)
            if feedback is not None and has_score(result):
                changes.put(row, name, feedback, _as_html(score_comment(result)))
    return table, changes


def _gradebook(request: ExportRequest, table: CsvTable) -> tuple[CsvTable, ExportChanges]:
    """Fill in a file that the gradebook exported; only columns that name students and those of assignments are kept."""
    kept = [name for name in table.columns if name in STUDENT_COLUMNS]
    if not kept:
        raise ExportError("the file of Moodle has no column that names students; export it with ID number or email")
    matched, changes = _match(request, table)
    items = [name for name in table.columns if name not in STUDENT_COLUMNS]
    columns = {name: gradebook_column(name, items, request, changes, NEW_COLUMN) for name in request.graded.assignments}
    names = display_names(matched, "Full name")
    for student, row in matched.items():
        for name, column in columns.items():
            if text := request.cell(request.graded.of(student, name)):
                changes.put(row, names[student], column, text)
    matched_ids = set(map(id, matched.values()))
    rows = [row for row in table.rows if id(row) in matched_ids]
    return CsvTable([*kept, *columns.values()], rows), changes


def _import_file(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    changes = ExportChanges()
    assignments = request.graded.assignments
    table = CsvTable(["ID number", *(column for name in assignments for column in (name, f"{name} feedback"))])
    for student in request.graded.students:
        row = {"ID number": student}
        table.rows.append(row)
        for name in assignments:
            result = request.graded.of(student, name)
            if result is not None and (text := request.cell(result)):
                changes.put(row, student, name, text)
                row[f"{name} feedback"] = _as_html(score_comment(result))
    return table, changes


def _match(request: ExportRequest, table: CsvTable) -> tuple[dict[str, dict[str, str]], ExportChanges]:
    """Find the rows of students, also by full names that the file has in two columns."""
    columns = [name for name in STUDENT_COLUMNS if name in table.columns]
    for first, last in FULL_NAMES:
        if first in columns and last in columns:
            columns = [name for name in columns if name not in (first, last)]
            for row in table.rows:
                row["Full name"] = row.get("Full name") or f"{row[first]} {row[last]}"
            columns.append("Full name")
    students = request.graded.students
    matches = match_rows(table, list(dict.fromkeys(columns)), students, request.names)
    return matches.rows, matched_changes(students, matches)


def _as_html(text: str) -> str:
    """Return a text as HTML, the format of Moodle's feedback."""
    return "<br>".join(html.escape(line) for line in text.split("\n"))
