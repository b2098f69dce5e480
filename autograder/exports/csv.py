"""Plain CSV: one row per student, one column per assignment, the total, also of what was due so far."""

from autograder.exports.csv_table import CsvTable
from autograder.exports.request import ExportChanges, ExportRequest
from autograder.policies.totals import CourseTotal
from autograder.reports.grades_table import TOTAL_COLUMNS, total_cells
from autograder.results.summary import EXCUSED, NEEDS_PERSON, NOT_SUBMITTED, REJECTED, status_of

STATUSES = (NOT_SUBMITTED, *REJECTED, NEEDS_PERSON, EXCUSED)  # columns that list assignments


def plain_table(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    """Return a table of the class; a missing submission is an empty cell and counts 0 in the total."""
    graded, changes = request.graded, ExportChanges()
    total = CourseTotal(graded.results, request.course.policies)
    table = CsvTable(["student", *graded.assignments, *TOTAL_COLUMNS[:2], "late", *STATUSES, *TOTAL_COLUMNS[2:]])
    for student in graded.students:
        own = graded.all_of(student)
        row = {"student": student}
        table.rows.append(row)
        for result in own:
            changes.put(row, student, result["assignment"], request.cell(result))
        row |= dict(zip(TOTAL_COLUMNS, total_cells(total, own), strict=True))
        row["late"] = " ".join(result["assignment"] for result in own if result["submission"].get("late"))
        for status in STATUSES:
            row[status] = " ".join(result["assignment"] for result in own if status_of(result) == status)
    return table, changes
