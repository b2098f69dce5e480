"""grades.csv, quoted and safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence

from autograder.results.model import Json

COLUMNS = ("student", "assignment", "score", "max_score", "status")


def status_of(result: Json) -> str:
    """`graded`, or `not submitted` where no file of the assignment arrived."""
    outcomes = {exercise["outcome"] for exercise in result["exercises"]}
    return "not submitted" if outcomes == {"not submitted"} else "graded"


def grades_csv(results: Iterable[Json], ungraded: Sequence[tuple[str, str]] = ()) -> str:
    """One row for each (student, assignment), in order of both; what was left ungraded has no score."""
    rows = [(r["student"], r["assignment"], r["score"], r["max_score"], status_of(r)) for r in results]
    rows += [(student, assignment, "", "", "ungraded") for student, assignment in ungraded]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([defused(cell) for cell in row] for row in sorted(rows, key=lambda row: row[:2]))
    return stream.getvalue()


def defused(cell: object) -> object:
    """A text that a spreadsheet would run as a formula is led by an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
