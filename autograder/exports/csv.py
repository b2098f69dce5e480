"""Plain CSV: one row per student, one column per assignment, the sum at the end."""

from autograder.exports.class_results import score_sum
from autograder.exports.csv_table import CsvTable
from autograder.exports.request import ExportChanges, ExportRequest
from autograder.results.summary import NEEDS_PERSON, NOT_SUBMITTED, REJECTED, status_of

STATUSES = (NOT_SUBMITTED, *REJECTED, NEEDS_PERSON)  # columns that list assignments


def plain_table(request: ExportRequest) -> tuple[CsvTable, ExportChanges]:
    """Return a table of the class; a missing submission is an empty cell and counts 0 in the sum."""
    graded, changes = request.graded, ExportChanges()
    table = CsvTable(["student", *graded.assignments, "score", "max_score", "late", *STATUSES])
    for student in graded.students:
        own = graded.all_of(student)
        row = {"student": student}
        table.rows.append(row)
        for result in own:
            changes.put(row, student, result["assignment"], request.cell(result))
        waiting = [result["assignment"] for result in own if result["score"] is None]
        score = "" if waiting else f"{score_sum(own):g}"
        row |= {"score": score, "max_score": f"{graded.maximum_of(student):g}"}
        row["late"] = " ".join(result["assignment"] for result in own if result["submission"].get("late"))
        for status in STATUSES:
            row[status] = " ".join(result["assignment"] for result in own if status_of(result) == status)
    return table, changes
