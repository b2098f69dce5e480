"""Canvas: the gradebook's own CSV, with our columns filled in."""

from autograder.exports.changes import Changes
from autograder.exports.columns import column_of
from autograder.exports.graded import ExportError
from autograder.exports.people import rows_of
from autograder.exports.request import ExportRequest
from autograder.exports.sheet import Sheet

HEADER = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
WHO = ("Student", "ID", "SIS User ID", "SIS Login ID")
POSSIBLE = "points possible"


def canvas_sheet(order: ExportRequest) -> tuple[Sheet, Changes]:
    """The columns by which Canvas knows students, and the assignments that were graded; no other column is touched.

    Raises:
        ExportError: the file is not one that Canvas has exported.
    """
    given = order.sheet or _made(order)
    missing = [name for name in ("Student", "ID", "Section") if name not in given.columns]
    if missing:
        raise ExportError(f"the file of Canvas has no column {missing[0]!r}; export the gradebook and name that file")
    known = [name for name in given.columns if name in HEADER or name == "Root Account"]
    people = Sheet(known, [row for row in given.rows if _is_student(row)])
    found = rows_of(people, [name for name in WHO if name in known], order.graded.students, order.names)
    changes = Changes(unmatched=[student for student in order.graded.students if student not in found])
    limits = next((row for row in given.rows if row["Student"].strip().lower() == POSSIBLE), {})
    columns = {name: _column(name, given, order, changes) for name in order.graded.assignments}
    for student, row in found.items():
        for name, column in columns.items():
            result = order.graded.of(student, name)
            if text := order.cell(result, limits.get(column, "")):
                changes.put(row, row["Student"] or student, column, text)
    mine = set(map(id, found.values()))
    kept = [row for row in given.rows if not _is_student(row) or id(row) in mine]
    return Sheet([*known, *columns.values()], kept), changes


def _is_student(row: dict[str, str]) -> bool:
    """Canvas puts rows about columns between the header and the students (maxima, posting); those have no ID."""
    return any(row.get(name, "").strip() for name in WHO[1:])


def _column(name: str, given: Sheet, order: ExportRequest, changes: Changes) -> str:
    column = column_of(name, given.columns, order.course, order.columns)
    if column is None and order.sheet is not None:
        changes.remarks.append(f"{name}: no column is called so; Canvas will offer to create the assignment")
    return column or name


def _made(order: ExportRequest) -> Sheet:
    """Without a file of Canvas: students by their login, as the class calls them."""
    rows = [
        {"Student": s, "ID": "", "SIS User ID": "", "SIS Login ID": s, "Section": ""} for s in order.graded.students
    ]
    return Sheet(list(HEADER), rows)
