"""What the class page shows, counted from briefs of results (`results.brief`)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from autograder.reports.table import status_of
from autograder.results.model import Json, number, total

BINS = 10
SHOWN = 300  # groups of mistakes; the page says how many more there are


def summarise(results: Sequence[Json], ungraded: Sequence[Json], course: str) -> dict[str, Any]:
    """Everything that the template of the class page asks for."""
    assignments = sorted({result["assignment"] for result in results})
    students = [_student(name, own, assignments) for name, own in sorted(_by_student(results).items())]
    mistakes = _mistakes(results)
    return {
        "course": course,
        "assignments": assignments,
        "students": students,
        "graded": sum(status_of(result) == "graded" for result in results),
        "ungraded": list(ungraded),
        "histogram": _histogram([row["score"] / row["possible"] if row["possible"] else 0.0 for row in students]),
        "exercises": _exercises(results),
        "mistakes": mistakes[:SHOWN],
        "unshown": len(mistakes[SHOWN:]),
        "ruled": [result for result in results if "policy" in result],
        "anomalies": [
            a | {"student": r["student"], "assignment": r["assignment"]} for r in results for a in r["anomalies"]
        ],
    }


def _by_student(results: Sequence[Json]) -> dict[str, dict[str, Json]]:
    found: dict[str, dict[str, Json]] = defaultdict(dict)
    for result in results:
        found[result["student"]][result["assignment"]] = result
    return found


def _student(name: str, own: dict[str, Json], assignments: Sequence[str]) -> Json:
    scores = [result["score"] for result in own.values()]
    possible = [result["max_score"] for result in own.values()]
    cells = [_cell(name, assignment, own.get(assignment)) for assignment in assignments]
    return {"name": name, "cells": cells, "score": number(total(scores)), "possible": sum(possible)}


def _cell(student: str, assignment: str, result: Json | None) -> Json:
    if result is None or status_of(result) != "graded":
        return {"text": "–", "value": -1, "link": ""}
    link = f"{quote(student)}/{quote(assignment)}/feedback.html"
    return {"text": f"{result['score']:g}", "value": result["score"], "link": link}


def _histogram(shares: Sequence[float]) -> list[Json]:
    counts = Counter(min(int(share * BINS), BINS - 1) for share in shares)
    most = max(counts.values(), default=1)
    return [
        {"count": counts[place], "height": round(80 * counts[place] / most), "label": f"{place * 100 // BINS}+"}
        for place in range(BINS)
    ]


def _exercises(results: Sequence[Json]) -> list[Json]:
    """Those that anybody handed in, in teaching order: every result lists all exercises of its part in it."""
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
    """One row per diagnosis, and where there is none, per set of identical wrong answers. Nobody is named."""
    groups: dict[tuple[str, str, str], list[Json]] = defaultdict(list)
    for result in results:
        for exercise in result["exercises"]:
            if found := exercise["mistake"]:
                groups[result["assignment"], exercise["name"], found["group"]].append(found)
    ranked = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_group(assignment, name, seen) for (assignment, name, _), seen in ranked]


def _group(assignment: str, name: str, seen: Sequence[Json]) -> Json:
    one = min(seen, key=lambda mistake: (len(mistake["example"]), mistake["example"]))
    told = {"kind": "diagnosis" if one["told"] else "same answers", "text": one["text"], "example": one["example"]}
    return {"count": len(seen), "assignment": assignment, "exercise": name} | told
