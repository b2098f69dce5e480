"""The content of the class page, counted from summaries of results (`results.summary`)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from autograder.course.model import Policies
from autograder.policies.totals import CourseTotal
from autograder.reports.class_statistics import exercise_rows, histogram, parts_overview, quartiles
from autograder.reports.grades_table import score_sum_text
from autograder.results.folder_names import folder_names, review_path
from autograder.results.model import KEPT_STATE, Json
from autograder.results.summary import GRADED, status_of, unscored_reasons, was_submitted

# What the class page lists at most, so that it stays small in a class of any size; it says how many more there are.
MAX_STUDENTS = 1000  # more are on pages of their own, so many on each
MAX_GROUPS = 300  # of mistakes
MAX_NAMES_OF_GROUP = 100
MAX_NAMES = 5000  # in all groups
MAX_LISTED = 300  # hand-ins that need a person, anomalies, points by the rules, and what was not graded


@dataclass(frozen=True)
class _Pages:
    """Where the page of a hand-in is: the instructor's page if there is one, otherwise the student's.

    Attributes:
        folders: the folder name of each student.
        review: whether there are pages for the instructor.
    """

    folders: Mapping[str, str]
    review: bool

    def link(self, student: str, assignment: str) -> str:
        folder = self.folders[student]
        return quote(review_path(folder, assignment)) if self.review else self.feedback(student, assignment)

    def feedback(self, student: str, assignment: str) -> str:
        return f"{quote(self.folders[student])}/{quote(assignment)}/feedback.html"


def class_page_content(
    results: Sequence[Json],
    ungraded: Sequence[Json],
    course: str,
    folders: Mapping[str, str] | None = None,
    policies: Policies | None = None,
    *,
    review: bool = False,
) -> dict[str, Any]:
    """Return the content of the template of the class page.

    Args:
        results: summaries of the results of the class.
        ungraded: student, assignment and reason of each submission that could not be graded.
        course: the title of the course.
        folders: the folder name of each student, by default as `folder_names` gives them.
        policies: the rules of the course; their weights make the total.
        review: whether there are pages for the instructor (`autograder review`).
    """
    assignments = sorted({result["assignment"] for result in results})
    by_student = _by_student(results)
    pages = _Pages(folders or folder_names(by_student), review)
    total = CourseTotal(results, policies or Policies())
    students = [_student(name, own, assignments, pages, total) for name, own in sorted(by_student.items())]
    shares = [_share(row) for row in students if row["score"] is not None]
    mistakes, unshown = _mistakes(results, pages)
    return {
        "course": course,
        "assignments": assignments,
        "students": students,
        "total": total.explanation(),
        "graded": sum(status_of(result) == GRADED for result in results),
        "ungraded": list(ungraded),
        "needs_you": _needs_you(results, pages),
        "kept_state": KEPT_STATE,
        "histogram": histogram(shares),
        "quartiles": {name: round(100 * value) for name, value in quartiles(shares).items()},
        "parts": parts_overview(results, assignments, len(students)),
        "exercises": exercise_rows(results),
        "mistakes": mistakes,
        "unshown": unshown,
        "ruled": _ruled(results, students),
        "anomalies": [item | _names(result, pages) for result in results for item in result["anomalies"]],
        "most": MAX_LISTED,
        "review": review,
    }


def _ruled(results: Sequence[Json], students: Sequence[Json]) -> list[Json]:
    """Return the lines that lead from graded points to those that count, of hand-ins and then of students."""
    lines = [
        (result["student"], result["assignment"], result["policy"]["line"]) for result in results if "policy" in result
    ]
    lines += [(row["name"], "total", row["line"]) for row in students if row["line"]]
    return [dict(zip(("student", "what", "line"), line, strict=True)) for line in lines]


def _by_student(results: Sequence[Json]) -> dict[str, dict[str, Json]]:
    by_student: dict[str, dict[str, Json]] = defaultdict(dict)
    for result in results:
        by_student[result["student"]][result["assignment"]] = result
    return by_student


def _student(name: str, own: dict[str, Json], assignments: Sequence[str], pages: _Pages, total: CourseTotal) -> Json:
    scored = [result for result in own.values() if result["score"] is not None]
    cells = [_cell(pages.feedback(name, assignment), own.get(assignment)) for assignment in assignments]
    score = total.score(own.values())
    return {
        "name": name,
        "cells": cells,
        "score": score,
        "sum": total.text(own.values()) or "?" if total.weighted else score_sum_text(own.values()),
        "line": total.line(own),
        "possible": total.maximum(own.values()) if total.weighted else sum(item["max_score"] for item in scored),
    }


def _cell(link: str, result: Json | None) -> Json:
    if result is None or not was_submitted(result):
        return {"text": "–", "value": -1, "link": ""}
    if result["score"] is None:
        return {"text": status_of(result), "value": -1, "link": link}
    return {"text": f"{result['score']:g}", "value": result["score"], "link": link}


def _needs_you(results: Sequence[Json], pages: _Pages) -> list[Json]:
    """Return one row per hand-in without a score, or in which something is kept between exercises: status and why."""
    rows = []
    for result in results:
        alarms = [item for item in result["anomalies"] if item["kind"] == KEPT_STATE]
        reasons = [f"{item['exercise']}: {item['evidence']}" for item in alarms]
        if result["score"] is None:
            status, reasons = status_of(result), [*unscored_reasons(result), *reasons]
        elif alarms:
            status = KEPT_STATE
        else:
            continue
        rows.append(_names(result, pages) | {"status": status, "late": result["late"], "reasons": reasons})
    return rows


def _names(result: Json, pages: _Pages) -> Json:
    student, assignment = result["student"], result["assignment"]
    return {"student": student, "assignment": assignment, "link": pages.link(student, assignment)}


def _share(row: Json) -> float:
    return float(row["score"] / row["possible"]) if row["possible"] else 0.0


def _mistakes(results: Sequence[Json], pages: _Pages) -> tuple[list[Json], int]:
    """Return a row per diagnosis or, without one, per set of identical wrong answers; and how many are left out.

    Dropped exercises have none: nobody lost points there.
    """
    groups: dict[tuple[str, str, str], list[tuple[str, Json]]] = defaultdict(list)
    corrected: set[tuple[str, str, str]] = set()
    for result in results:
        for exercise in result["exercises"]:
            if (mistake := exercise["mistake"]) and "dropped" not in exercise:
                key = (result["assignment"], exercise["name"], mistake["group"])
                groups[key].append((result["student"], mistake))
                corrected |= {(result["student"], *key[:2])} if "corrected" in exercise else set()
    ranked = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    left = MAX_NAMES
    rows = []
    for (assignment, name, _), members in ranked[:MAX_GROUPS]:
        listed = sorted(student for student, _ in members)[: min(left, MAX_NAMES_OF_GROUP)]
        left -= len(listed)
        students = [
            {
                "name": student,
                "link": pages.link(student, assignment),
                "corrected": (student, assignment, name) in corrected,
            }
            for student in listed
        ]
        row = {"students": students, "unnamed": len(members) - len(listed)}
        rows.append(row | _group(assignment, name, [mistake for _, mistake in members]))
    return rows, len(ranked[MAX_GROUPS:])


def _group(assignment: str, name: str, mistakes: Sequence[Json]) -> Json:
    shortest = min(mistakes, key=lambda mistake: (len(mistake["example"]), mistake["example"]))
    kind = "diagnosis" if shortest["told"] else "same answers"
    words = {"kind": kind, "text": shortest["text"], "example": shortest["example"]}
    return {"count": len(mistakes), "assignment": assignment, "exercise": name} | words


def student_pages(students: Sequence[Json]) -> list[Json]:
    """Divide the rows of students among pages of their own; none if the class page has room for all of them."""
    if len(students) <= MAX_STUDENTS:
        return []
    shares = [students[start : start + MAX_STUDENTS] for start in range(0, len(students), MAX_STUDENTS)]
    return [
        {"file": f"students-{number}.html", "first": rows[0]["name"], "last": rows[-1]["name"], "students": rows}
        for number, rows in enumerate(shares, start=1)
    ]
