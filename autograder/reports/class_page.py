"""The content of the class page, counted from summaries of results (`results.summary`)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from autograder.course.model import Policies
from autograder.policies.totals import CourseTotal
from autograder.reports.grades_table import score_sum_text
from autograder.results.folder_names import folder_names
from autograder.results.model import Json
from autograder.results.summary import GRADED, status_of, unscored_reasons, was_submitted

BINS = 10
MAX_GROUPS = 300  # of mistakes; the page says how many more there are


def class_page_content(
    results: Sequence[Json],
    ungraded: Sequence[Json],
    course: str,
    folders: Mapping[str, str] | None = None,
    policies: Policies | None = None,
) -> dict[str, Any]:
    """Return the content of the template of the class page.

    Args:
        results: summaries of the results of the class.
        ungraded: student, assignment and reason of each submission that could not be graded.
        course: the title of the course.
        folders: the folder name of each student, by default as `folder_names` gives them.
        policies: the rules of the course; their weights make the total.
    """
    assignments = sorted({result["assignment"] for result in results})
    by_student = _by_student(results)
    folders = folders or folder_names(by_student)
    total = CourseTotal(results, policies or Policies())
    students = [_student(name, own, assignments, folders[name], total) for name, own in sorted(by_student.items())]
    mistakes = _mistakes(results)
    return {
        "course": course,
        "assignments": assignments,
        "students": students,
        "total": total.explanation(),
        "graded": sum(status_of(result) == GRADED for result in results),
        "ungraded": list(ungraded),
        "needs_you": _needs_you(results, folders),
        "histogram": _histogram([_share(row) for row in students if row["score"] is not None]),
        "exercises": _exercises(results),
        "mistakes": mistakes[:MAX_GROUPS],
        "unshown": len(mistakes[MAX_GROUPS:]),
        "ruled": [result for result in results if "policy" in result],
        "anomalies": [item | _names(result) for result in results for item in result["anomalies"]],
    }


def _by_student(results: Sequence[Json]) -> dict[str, dict[str, Json]]:
    by_student: dict[str, dict[str, Json]] = defaultdict(dict)
    for result in results:
        by_student[result["student"]][result["assignment"]] = result
    return by_student


def _student(name: str, own: dict[str, Json], assignments: Sequence[str], folder: str, total: CourseTotal) -> Json:
    scored = [result for result in own.values() if result["score"] is not None]
    cells = [_cell(folder, assignment, own.get(assignment)) for assignment in assignments]
    score = total.score(own.values())
    waits = " + ?" if len(scored) < len(own) else ""
    weighted = "" if score is None else f"{score:g}{waits}"
    return {
        "name": name,
        "cells": cells,
        "score": score,
        "sum": weighted or "?" if total.weighted else score_sum_text(own.values()),
        "line": total.line(own),
        "possible": total.maximum(own.values()) if total.weighted else sum(item["max_score"] for item in scored),
    }


def _cell(folder: str, assignment: str, result: Json | None) -> Json:
    if result is None or not was_submitted(result):
        return {"text": "–", "value": -1, "link": ""}
    link = _link(folder, assignment)
    if result["score"] is None:
        return {"text": status_of(result), "value": -1, "link": link}
    return {"text": f"{result['score']:g}", "value": result["score"], "link": link}


def _needs_you(results: Sequence[Json], folders: Mapping[str, str]) -> list[Json]:
    """Return one row per hand-in without a score: its status, and why."""
    return [
        _names(result)
        | {"link": _link(folders[result["student"]], result["assignment"])}
        | {"status": status_of(result), "late": result["late"], "reasons": unscored_reasons(result)}
        for result in results
        if result["score"] is None
    ]


def _names(result: Json) -> Json:
    return {"student": result["student"], "assignment": result["assignment"]}


def _link(folder: str, assignment: str) -> str:
    return f"{quote(folder)}/{quote(assignment)}/feedback.html"


def _share(row: Json) -> float:
    return float(row["score"] / row["possible"]) if row["possible"] else 0.0


def _histogram(shares: Sequence[float]) -> list[Json]:
    counts = Counter(min(int(share * BINS), BINS - 1) for share in shares)
    most = max(counts.values(), default=1)
    return [
        {"count": counts[place], "height": round(80 * counts[place] / most), "label": f"{place * 100 // BINS}+"}
        for place in range(BINS)
    ]


def _exercises(results: Sequence[Json]) -> list[Json]:
    """Return one row per exercise that anybody handed in, in teaching order, which is the order of each result."""
    outcomes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for result in sorted(results, key=lambda one: str(one["assignment"])):
        for exercise in result["exercises"]:
            handed_in = exercise["outcome"] != "not submitted"
            outcomes[result["assignment"], exercise["name"]].update([exercise["outcome"]] if handed_in else [])
    return [_exercise(assignment, name, counts) for (assignment, name), counts in outcomes.items() if counts]


def _exercise(assignment: str, name: str, counts: Counter[str]) -> Json:
    tried, right = sum(counts.values()), counts["right"]
    otherwise = ", ".join(f"{outcome} {count}" for outcome, count in counts.most_common() if outcome != "right")
    percent = round(100 * right / tried)
    return {
        "assignment": assignment,
        "name": name,
        "right": right,
        "tried": tried,
        "percent": percent,
        "share": right / tried,
        "otherwise": otherwise,
    }


def _mistakes(results: Sequence[Json]) -> list[Json]:
    """Return one row per diagnosis or, if there is none, per set of identical wrong answers; nobody is named."""
    groups: dict[tuple[str, str, str], list[Json]] = defaultdict(list)
    for result in results:
        for exercise in result["exercises"]:
            if mistake := exercise["mistake"]:
                groups[result["assignment"], exercise["name"], mistake["group"]].append(mistake)
    ranked = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_group(assignment, name, mistakes) for (assignment, name, _), mistakes in ranked]


def _group(assignment: str, name: str, mistakes: Sequence[Json]) -> Json:
    shortest = min(mistakes, key=lambda mistake: (len(mistake["example"]), mistake["example"]))
    kind = "diagnosis" if shortest["told"] else "same answers"
    words = {"kind": kind, "text": shortest["text"], "example": shortest["example"]}
    return {"count": len(mistakes), "assignment": assignment, "exercise": name} | words
