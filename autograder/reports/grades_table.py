"""grades.csv, quoted and safe to open in a spreadsheet."""

import csv
import heapq
import io
from collections.abc import Iterable, Sequence

from autograder.results.model import Json
from autograder.results.point_sums import sum_points
from autograder.results.summary import UNTOUCHED, is_untouched, status_of, unscored_reasons

COLUMNS = ("student", "assignment", "score", "max_score", "status", "late", "remark")
POLICY_COLUMNS = ("graded", "why")  # only if a rule of the course applied


def score_sum_text(results: Iterable[Json]) -> str:
    """Return the sum of a student's scores: `24`, or `24 + ?` or `?` where a part waits for a person."""
    scores = [result["score"] for result in results]
    graded = [score for score in scores if score is not None]
    texts = [f"{sum_points(graded):g}"] if graded else []
    return " + ".join([*texts, "?"] if None in scores else texts)


def grades_csv(results: Sequence[Json], ungraded: Sequence[tuple[str, str]] = ()) -> str:
    """Return the table: one row per student and assignment, in order of both; *ungraded* ones have no score.

    *results* are in this order; none of them is kept in memory.
    `late` is `yes` or empty; `remark` says why there is no score, or that nothing was attempted.
    """
    with_policy = any("policy" in item for item in results)
    graded = ((*_row(item), *_policy(item, with_policy)) for item in results)
    blank = ("", "", "", "") if with_policy else ("", "")
    others = [(student, assignment, "", "", "ungraded", *blank) for student, assignment in sorted(ungraded)]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS + POLICY_COLUMNS if with_policy else COLUMNS)
    rows = heapq.merge(graded, others, key=lambda row: row[:2])
    writer.writerows([escape_formula(cell) for cell in row] for row in rows)
    return stream.getvalue()


def _row(result: Json) -> tuple[object, ...]:
    place = (result["student"], result["assignment"])
    late, reasons = "yes" if result["late"] else "", "; ".join(unscored_reasons(result))
    reasons = reasons or (UNTOUCHED if is_untouched(result) else "")
    return (*place, _blank(result["score"]), result["max_score"], status_of(result), late, reasons)


def _policy(result: Json, wanted: bool) -> tuple[object, ...]:
    """Return the graded points, and the line that leads from them to the score."""
    if not wanted:
        return ()
    policy = result.get("policy")
    return (policy["graded"], policy["line"]) if policy else (_blank(result["score"]), "")


def _blank(score: float | None) -> object:
    return "" if score is None else score


def escape_formula(cell: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would run as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
