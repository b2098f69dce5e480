"""Plain CSV: one row per student, one column per assignment, the sum at the end."""

from autograder.exports.changes import Changes
from autograder.exports.graded import handed_in, sum_of
from autograder.exports.request import ExportRequest
from autograder.exports.sheet import Sheet
from autograder.results.model import number, total


def plain_sheet(order: ExportRequest) -> tuple[Sheet, Changes]:
    """The whole class; a student's missing submission is an empty cell and counts 0 in the sum."""
    graded, changes = order.graded, Changes()
    sheet = Sheet(["student", *graded.assignments, "score", "max_score", "late", "not submitted", "needs you"])
    possible = f"{number(total(graded.maximum(name) for name in graded.assignments)):g}"
    for student in graded.students:
        own = graded.all_of(student)
        row = {"student": student}
        sheet.rows.append(row)
        for result in own:
            changes.put(row, student, result["assignment"], order.cell(result))
        waiting = [result["assignment"] for result in own if result["score"] is None]
        row |= {"score": "" if waiting else f"{sum_of(own):g}", "max_score": possible, "needs you": " ".join(waiting)}
        row["late"] = " ".join(result["assignment"] for result in own if result["submission"].get("late"))
        row["not submitted"] = " ".join(result["assignment"] for result in own if not handed_in(result))
    return sheet, changes
