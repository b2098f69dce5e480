"""grades.csv, quoted and safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence

from autograder.results.model import Json, total

COLUMNS = ("student", "assignment", "score", "max_score", "status")
NEEDS_YOU = "needs you"  # an exercise could not be graded here, so that there is no score
TRACED = ("graded", "why")  # only where a rule of the course is at work


def status_of(result: Json) -> str:
    """`graded`, `needs you`, or `not submitted` where no file of the assignment arrived."""
    if result["score"] is None:
        return NEEDS_YOU
    outcomes = {exercise["outcome"] for exercise in result["exercises"]}
    return "not submitted" if outcomes == {"not submitted"} else "graded"


def sum_text(results: Iterable[Json]) -> str:
    """The sum of a student's scores: `24`, or `24 + ?` where a part waits for a person, or only `?`."""
    scores = [result["score"] for result in results]
    graded = [score for score in scores if score is not None]
    told = [f"{total(graded):g}"] if graded else []
    return " + ".join([*told, "?"] if None in scores else told)


def grades_csv(results: Iterable[Json], ungraded: Sequence[tuple[str, str]] = ()) -> str:
    """One row for each (student, assignment), in order of both; what was left ungraded has no score."""
    given = list(results)
    traced = any("policy" in r for r in given)
    rows = [
        (r["student"], r["assignment"], _blank(r["score"]), r["max_score"], status_of(r), *_trace(r, traced))
        for r in given
    ]
    blank = ("", "") if traced else ()
    rows += [(student, assignment, "", "", "ungraded", *blank) for student, assignment in ungraded]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS + TRACED if traced else COLUMNS)
    writer.writerows([defused(cell) for cell in row] for row in sorted(rows, key=lambda row: row[:2]))
    return stream.getvalue()


def _trace(result: Json, traced: bool) -> tuple[object, ...]:
    """What was graded, and the line that leads from there to the score."""
    if not traced:
        return ()
    policy = result.get("policy")
    return (policy["graded"], policy["line"]) if policy else (_blank(result["score"]), "")


def _blank(score: float | None) -> object:
    return "" if score is None else score


def defused(cell: object) -> object:
    """A text that a spreadsheet would run as a formula is led by an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
