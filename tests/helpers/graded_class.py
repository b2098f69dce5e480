"""A small graded class, and files as Canvas and Moodle export them."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from autograder.__main__ import main
from autograder.course import Course, Exercise
from autograder.results.model import json_text

CANVAS = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Causal attention (555),02 quiz (7),Final Score
,,,,,Manual Posting,,
    Points Possible,,,,,27,5,(read only)
"Lovelace, Ada",4711,s1,al,A,12,3,50
"Babbage, Ben",4712,s2,ben,A,27.00,,60
"Curie, Marie",4713,s3,mc,A,1,,70
"""


WORKSHEET = [
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Grade can be changed",
    "Last modified (submission)",
    "Last modified (grade)",
    "Feedback comments",
]


def result(course: Course, student: str, assignment: str, share: float, **submission: object) -> dict[str, object]:
    """A result in which every exercise got the same share of its points."""
    part = course.assignment(assignment)
    exercises = [exercise_result(exercise, share) for exercise in part.exercises]
    return {
        "student": student,
        "assignment": part.id,
        "score": sum(exercise["score"] for exercise in exercises),
        "max_score": part.points,
        "exercises": exercises,
        "submission": {"sha256": "0", "files": [], "notes": []} | submission,
        "anomalies": [],
    }


def exercise_result(exercise: Exercise, share: float) -> dict[str, object]:
    """One check holds all of its points."""
    right = share == 1
    scores = {"score": exercise.points * share, "max_score": exercise.points}
    outcome = {"outcome": "right" if right else "wrong values"}
    check = {"id": f"{exercise.name}.values", "title": "values", "level": "core"} | scores | outcome
    check |= {"message": "" if right else "got <b>1</b>", "hint": "", "diagnosis": []}
    return {"name": exercise.name, "note": "", "checks": [check]} | scores | outcome


def complete(item: dict[str, Any]) -> dict[str, Any]:
    """The result with what every check and the grader add to it."""
    for exercise in item["exercises"]:
        for check in exercise["checks"]:
            check |= {"counterexample": {}, "evidence": {}, "snippet": ""}
    return item | {"grader": {"version": "0", "checks": "0" * 64, "torch": "0"}, "isolation": "bwrap"}


@pytest.fixture
def graded(tmp_path: Path, course: Course) -> Path:
    """Ada did all of 00 and half of 02, late; ben all of 02; =cmd handed in nothing of 00."""
    results = [
        result(course, "lovelaceada_4711", "00", 1),
        result(course, "lovelaceada_4711", "02", 0.5, late=True),
        result(course, "ben", "00", 0),
        result(course, "ben", "02", 1),
        result(course, "=cmd|1", "02", 1),
    ]
    missing = result(course, "=cmd|1", "00", 0)
    for exercise in missing["exercises"]:  # type: ignore[attr-defined]
        exercise["outcome"] = "not submitted"
    for item in [*results, missing]:
        path = tmp_path / "graded" / str(item["student"]) / str(item["assignment"]) / "result.json"
        path.parent.mkdir(parents=True)
        path.write_text(json_text(item))
    return tmp_path / "graded"


def export(graded: Path, *arguments: object) -> int:
    return main(["export", str(graded), *map(str, arguments)])


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


def moodle_file(path: Path, maximum: str = "27.00") -> Path:
    rows = [
        ["Participant 4711", "Ada Lovelace", "ada@x.org", "Submitted", "", maximum, "Yes", "-", "-", ""],
        ["Participant 88", "Ben Babbage", "ben@x.org", "Submitted", "9.00", maximum, "Yes", "-", "-", "old"],
        ["Participant 89", "+Eve", "eve@x.org", "No submission", "", maximum, "Yes", "-", "-", ""],
    ]
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows([WORKSHEET, *rows])
    return path
