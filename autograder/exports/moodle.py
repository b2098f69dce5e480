"""Moodle: the offline grading worksheet of one assignment, or a file for the import of the gradebook."""

import html

from autograder.exports.changes import Changes
from autograder.exports.columns import column_of
from autograder.exports.graded import ExportError, comment, has_score
from autograder.exports.people import rows_of
from autograder.exports.request import ExportRequest
from autograder.exports.sheet import Sheet, only_column

WORKSHEET = ("Identifier", "Grade")
WHO = ("Identifier", "ID number", "Username", "Email address", "Full name", "First name", "Surname", "Last name")


def moodle_sheet(order: ExportRequest) -> tuple[Sheet, Changes]:
    """The worksheet filled in where its file was given, else rows that the gradebook's import maps by ID number."""
    if order.sheet is None:
        return _import_file(order)
    if all(name in order.sheet.columns for name in WORKSHEET):
        return _worksheet(order, order.sheet)
    return _gradebook(order, order.sheet)


def _worksheet(order: ExportRequest, sheet: Sheet) -> tuple[Sheet, Changes]:
    """Grade and feedback; nobody's feedback without the grade, because Moodle would wipe the grade."""
    if len(order.graded.assignments) != 1:
        raise ExportError("a grading worksheet of Moodle is of one assignment; name it with --assignment")
    (assignment,) = order.graded.assignments
    found, changes = _found(order, sheet)
    feedback = only_column(sheet.columns, "Feedback comments")
    for student, row in found.items():
        result = order.graded.of(student, assignment)
        text = order.cell(result, row.get("Maximum Grade", ""))
        if row.get("Grade can be changed", "Yes").strip().lower() == "no":
            changes.remarks.append(
                f"{_called(row, student)}: Moodle says that this grade cannot be changed, left as it is"
            )
        elif result is not None and text:
            changes.put(row, _called(row, student), "Grade", text)
            if feedback is not None and has_score(result):
                changes.put(row, _called(row, student), feedback, _as_html(comment(result)))
    return sheet, changes


def _gradebook(order: ExportRequest, sheet: Sheet) -> tuple[Sheet, Changes]:
    """A file that the gradebook exported: the columns that name students, and ours."""
    known = [name for name in sheet.columns if name in WHO]
    if not known:
        raise ExportError("the file of Moodle has no column that names students; export it with ID number or email")
    found, changes = _found(order, sheet)
    columns = {
        name: column_of(name, _items(sheet), order.course, order.columns) or name for name in order.graded.assignments
    }
    for student, row in found.items():
        for name, column in columns.items():
            if text := order.cell(order.graded.of(student, name)):
                changes.put(row, _called(row, student), column, text)
    mine = set(map(id, found.values()))
    rows = [row for row in sheet.rows if id(row) in mine]
    return Sheet([*known, *columns.values()], rows), changes


def _import_file(order: ExportRequest) -> tuple[Sheet, Changes]:
    changes = Changes()
    assignments = order.graded.assignments
    sheet = Sheet(["ID number", *(column for name in assignments for column in (name, f"{name} feedback"))])
    for student in order.graded.students:
        row = {"ID number": student}
        sheet.rows.append(row)
        for name in assignments:
            result = order.graded.of(student, name)
            if result is not None and (text := order.cell(result)):
                changes.put(row, student, name, text)
                row[f"{name} feedback"] = _as_html(comment(result))
    return sheet, changes


def _found(order: ExportRequest, sheet: Sheet) -> tuple[dict[str, dict[str, str]], Changes]:
    columns = [name for name in WHO if name in sheet.columns]
    full = {("First name", "Surname"), ("First name", "Last name")}
    for first, last in full:
        if first in columns and last in columns:
            columns = [name for name in columns if name not in (first, last)]
            for row in sheet.rows:
                row["Full name"] = row.get("Full name") or f"{row[first]} {row[last]}"
            columns.append("Full name")
    found = rows_of(sheet, list(dict.fromkeys(columns)), order.graded.students, order.names)
    return found, Changes(unmatched=[student for student in order.graded.students if student not in found])


def _called(row: dict[str, str], student: str) -> str:
    return row.get("Full name") or student


def _items(sheet: Sheet) -> list[str]:
    """Columns of grade items, by the name before Moodle's additions: `Assignment: 02 causal (Real)`."""
    return [name for name in sheet.columns if name not in WHO]


def _as_html(text: str) -> str:
    """Moodle's feedback is HTML."""
    return "<br>".join(html.escape(line) for line in text.split("\n"))
