"""Moodle: fills in the offline grading worksheet of one assignment, or a file for the import of the gradebook."""

import html
from collections.abc import Mapping

from autograder.exports.class_results import ExportError, has_score, is_excused, score_comment
from autograder.exports.csv_table import CsvTable
from autograder.exports.matching import columns_of_students, match_rows
from autograder.exports.request import (
    NO_GRADE,
    ExportChanges,
    ExportRequest,
    display_names,
    gradebook_column,
    matched_changes,
)
from autograder.intake.column_names import MOODLE, MOODLE_PEOPLE, NO, english_columns, plain_name

NEW_COLUMN = "the import of Moodle will ask what it is for"
FULL_NAME = "Full name"


def moodle_table(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    """Return the given worksheet or gradebook filled in; without one, rows for an import by ID number.

    Raises:
        ExportError: the file is neither, or a worksheet would get several assignments.
    """
    if request.table is None:
        return _import_file(request)
    columns = english_columns(request.table.columns, MOODLE)
    if "Identifier" in columns and "Grade" in columns:
        return _worksheet(request, request.table, columns)
    return _gradebook(request, request.table, columns)


def _worksheet(request: ExportRequest, table: CsvTable, columns: Mapping[str, str]) -> tuple[CsvTable, ExportChanges]:
    """Fill in grades and feedback; feedback without a grade would make Moodle delete the grade."""
    if len(request.graded.assignments) != 1:
        raise ExportError("a grading worksheet of Moodle is of one assignment; name it with --assignment")
    (assignment,) = request.graded.assignments
    rows, changes = _match(request, table, columns)
    names = display_names(rows, columns.get(FULL_NAME, FULL_NAME))
    for student, row in rows.items():
        name = names[student]
        result = request.graded.of(student, assignment)
        text = request.cell(result, row.get(columns.get("Maximum Grade", ""), ""))
        if plain_name(row.get(columns.get("Grade can be changed", ""), "")) in NO:
            changes.remarks.append(f"{name}: Moodle says that this grade cannot be changed, left as it is")
        elif is_excused(result):
            _excuse_in_worksheet(changes, row, name, columns["Grade"])
        elif result is not None and text:
            changes.put(row, name, columns["Grade"], text)
            if "Feedback comments" in columns and has_score(result):
                changes.put(row, name, columns["Feedback comments"], _as_html(score_comment(result)))
    return table, changes


def _excuse_in_worksheet(changes: ExportChanges, row: dict[str, str], name: str, column: str) -> None:
    """Leave the grade of an excused student empty: Moodle skips an empty cell, and takes `-` for 0."""
    before = row.get(column, "").strip()
    changes.excuse(row, name, column, "")
    if before not in ("", NO_GRADE):
        changes.remarks.append(f"{name}: excused, and Moodle keeps the grade {before} until you delete it there")


def _gradebook(request: ExportRequest, table: CsvTable, columns: Mapping[str, str]) -> tuple[CsvTable, ExportChanges]:
    """Fill in a file that the gradebook exported; only columns that name students and those of assignments are kept.

    In a language whose words are not known, the columns that name students are those whose cells do.
    """
    kept = [column for name, column in columns.items() if name in MOODLE_PEOPLE]
    if not kept:
        kept = columns_of_students(table, request.graded.students, request.names)
        columns = {f"by content {column}": column for column in kept}
    if not kept:
        raise ExportError(
            "the file of Moodle has no column that names students; export it with ID number or email, and name the"
            " class list with --roster"
        )
    matched, changes = _match(request, table, columns)
    items = [name for name in table.columns if name not in kept]
    chosen = {name: gradebook_column(name, items, request, changes, NEW_COLUMN) for name in request.graded.assignments}
    names = display_names(matched, columns.get(FULL_NAME, FULL_NAME))
    for student, row in matched.items():
        for name, column in chosen.items():
            result = request.graded.of(student, name)
            if is_excused(result):
                changes.excuse(row, names[student], column, NO_GRADE)
            elif text := request.cell(result):
                changes.put(row, names[student], column, text)
    matched_ids = set(map(id, matched.values()))
    rows = [row for row in table.rows if id(row) in matched_ids]
    return CsvTable([*kept, *chosen.values()], rows, table.separator), changes


def _import_file(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    changes = ExportChanges()
    assignments = request.graded.assignments
    table = CsvTable(["ID number", *(column for name in assignments for column in (name, f"{name} feedback"))])
    for student in request.graded.students:
        row = {"ID number": student}
        table.rows.append(row)
        for name in assignments:
            result = request.graded.of(student, name)
            if is_excused(result):
                changes.excuse(row, student, name, NO_GRADE)
            elif result is not None and (text := request.cell(result)):
                changes.put(row, student, name, text)
                row[f"{name} feedback"] = _as_html(score_comment(result))
    return table, changes


def _match(
    request: ExportRequest, table: CsvTable, columns: Mapping[str, str]
) -> tuple[dict[str, dict[str, str]], ExportChanges]:
    """Find the rows of students, also by full names that the file has in two columns."""
    naming = [column for name, column in columns.items() if name in MOODLE_PEOPLE or name.startswith("by content")]
    first, last = columns.get("First name"), columns.get("Surname")
    if first and last:
        naming = [column for column in naming if column not in (first, last)]
        for row in table.rows:
            row[FULL_NAME] = row.get(FULL_NAME) or f"{row[first]} {row[last]}"
        naming.append(FULL_NAME)
    students = request.graded.students
    matches = match_rows(table, list(dict.fromkeys(naming)), students, request.names)
    changes, matched = matched_changes(students, matches), set(map(id, matches.rows.values()))
    name = columns.get(FULL_NAME, FULL_NAME if first and last else naming[0])
    changes.without_result = [row[name] for row in table.rows if id(row) not in matched]
    return matches.rows, changes


def _as_html(text: str) -> str:
    """Return a text as HTML, the format of Moodle's feedback."""
    return "<br>".join(html.escape(line) for line in text.split("\n"))
