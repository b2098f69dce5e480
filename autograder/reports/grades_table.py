"""grades.csv, quoted and safe to open in a spreadsheet."""

import heapq
import itertools
from collections.abc import Collection, Iterable, Sequence

from autograder.policies.totals import CourseTotal, by_student
from autograder.results.csv_cells import csv_text
from autograder.results.model import Json
from autograder.results.point_sums import sum_points
from autograder.results.summary import EXCUSED, UNTOUCHED, is_untouched, shown_status, unscored_reasons

COLUMNS = ("student", "assignment", "score", "max_score", "status", "late", "remark")
TOTAL_COLUMNS = ("score", "max_score", "score_so_far", "max_so_far")
POLICY_COLUMNS = ("graded", "why")  # only if a rule of the course applied


def score_sum_text(results: Iterable[Json]) -> str:
    """Return the sum of a student's scores: `24`, or `24 + ?` or `?` where a part waits for a person.

    What a student is excused from is left out; of one who is excused from everything, the sum is that word.
    """
    items = list(results)
    scores = [result["score"] for result in items if "excused" not in result]
    if items and not scores:
        return EXCUSED
    graded = [score for score in scores if score is not None]
    texts = [f"{sum_points(graded):g}"] if graded else []
    return " + ".join([*texts, "?"] if None in scores else texts)


def grades_csv(results: Sequence[Json], ungraded: Sequence[tuple[str, str]] = ()) -> str:
    """Return the table: one row per student and assignment, in order of both; *ungraded* ones have no score.

    *results* are in this order; none of them is kept in memory.
    `late` is `yes` or empty; `remark` says why there is no score, or only a part of it, or that nothing was attempted.
    """
    with_policy = any("policy" in item for item in results)
    graded = ((*_row(item), *_policy(item, with_policy)) for item in results)
    blank = ("", "", "", "") if with_policy else ("", "")
    others = [(student, assignment, "", "", "ungraded", *blank) for student, assignment in sorted(ungraded)]
    header = COLUMNS + POLICY_COLUMNS if with_policy else COLUMNS
    rows = heapq.merge(graded, others, key=lambda row: row[:2])
    return csv_text(itertools.chain([header], rows))


def total_cells(total: CourseTotal, own: Collection[Json]) -> list[str]:
    """Return the cells of `TOTAL_COLUMNS` of a student; points are empty while something waits.

    Args:
        total: adds up the results of the class.
        own: the results of the student.
    """
    return [cell for item in (total.of(own), total.so_far(own)) for cell in (item.cell, f"{item.maximum:g}")]


def totals_csv(results: Collection[Json], total: CourseTotal) -> str:
    """Return the table of totals: a row for each student.

    Args:
        results: those of the class, in order of students.
        total: adds them up.
    """
    rows = ([student, *total_cells(total, own)] for student, own in by_student(results))
    return csv_text(itertools.chain([("student", *TOTAL_COLUMNS)], rows))


def _row(result: Json) -> tuple[object, ...]:
    place = (result["student"], result["assignment"])
    late, reasons = "yes" if result["late"] else "", "; ".join(unscored_reasons(result))
    reasons = reasons or (UNTOUCHED if is_untouched(result) else "")
    return (*place, _blank(result["score"]), result["max_score"], shown_status(result), late, reasons)


def _policy(result: Json, wanted: bool) -> tuple[object, ...]:
    """Return the graded points, and the line that leads from them to the score."""
    if not wanted:
        return ()
    policy = result.get("policy")
    return (policy["graded"], policy["line"]) if policy else (_blank(result["score"]), "")


def _blank(score: float | None) -> object:
    return "" if score is None else score
