"""Classroom 50: enters scores into the file in which its score collection keeps them (docs/how-to/classroom50.md)."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.course import Course
from autograder.exports.class_results import ClassResults, ExportError, is_exported
from autograder.exports.matching import NamesByStudent
from autograder.exports.request import ExportChanges
from autograder.intake.downloads import part_of_download
from autograder.intake.roster import Roster
from autograder.results.model import Json
from autograder.results.store import result_key

SCHEMA = "classroom50/scores/v1"
OURS = "graded_by"  # in entries that this program has written, which it may write again
NAME = "autograder"
Entry = dict[str, Any]


def read_scores(path: Path) -> Json:
    """Read a `scores.json`.

    Raises:
        ExportError: the file cannot be read, or is of another form.
    """
    try:
        scores: Json = json.loads(path.read_text(encoding="utf-8-sig"))
        if scores["schema"] != SCHEMA:
            raise ExportError(f"{path}: has the schema {scores['schema']!r}, expected {SCHEMA!r}")
        for bucket in scores["assignments"].values():
            for entry in bucket["entries"]:
                entry["owner"].lower(), entry["submissions"][0]["score"]
    except OSError as error:
        raise ExportError(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ExportError(f"{path}: is no scores.json of Classroom 50") from error
    return scores


class ScoresFile:
    """Enters the scores of a class into the content of a `scores.json`.

    Args:
        graded: the results with the points that count.
        course: the course.
        names: further names of students, from the roster.
    """

    def __init__(self, graded: ClassResults, course: Course, names: NamesByStudent) -> None:
        self._graded = graded
        self._course = course
        self._people = Roster({student: names.get(student, ()) for student in graded.students})

    def fill(self, scores: Json) -> tuple[Json, ExportChanges]:
        """Return the content with the scores, and what changes; what a teacher has overridden stays as it is."""
        filled, changes = copy.deepcopy(scores), ExportChanges()
        entered: set[tuple[str, str]] = set()
        for slug, bucket in filled["assignments"].items():
            assignment = part_of_download(slug, self._course)
            if assignment is None or assignment.id not in self._graded.assignments:
                continue
            scale = self._scale(assignment.id)
            if scale > 1:
                changes.remarks.append(
                    f"{slug}: Classroom 50 keeps whole numbers; scores and maximum are times {scale}"
                )
            for entry in bucket["entries"]:
                students = list(self._students(entry))
                entered |= {(student, assignment.id) for student in students}
                self._enter(
                    slug, entry, [self._graded.of(student, assignment.id) for student in students], scale, changes
                )
        changes.unmatched = sorted({result["student"] for result in self._missing(entered)})
        return filled, changes

    def _students(self, entry: Entry) -> Iterator[str]:
        for login in dict.fromkeys((entry["owner"], *entry.get("member_usernames", ()))):
            if (student := self._people.find([login])) is not None:
                yield student

    def _missing(self, entered: set[tuple[str, str]]) -> Iterator[Json]:
        """Yield the results with a score that no entry of the file is about."""
        for result in self._graded.results:
            if is_exported(result, zeros=False) and result_key(result) not in entered:
                yield result

    def _scale(self, assignment: str) -> int:
        """Return 100 if an assignment has points that are no whole numbers, else 1; the rows must sum to the score."""
        results = [item for item in self._graded.results if item["assignment"] == assignment]
        parts = [part for item in results for part in (item, *item["exercises"])]
        return 100 if any((part[name] or 0) % 1 for part in parts for name in ("score", "max_score")) else 1

    def _enter(
        self, slug: str, entry: Entry, results: Sequence[Json | None], scale: int, changes: ExportChanges
    ) -> None:
        exported = [item for item in results if item is not None and is_exported(item, zeros=False)]
        latest, owner = entry["submissions"][0], entry["owner"]
        if not exported:
            return
        if len({item["score"] for item in exported}) > 1:
            changes.remarks.append(f"{slug}, {owner}: the members have different scores, and an entry has only one")
            return
        before = f"{latest['score']} of {latest['max-score']}"
        is_ours = entry.get(OURS) == {"by": NAME, "score": latest["score"], "max-score": latest["max-score"]}
        if entry.get("override") and not is_ours:
            changes.remarks.append(f"{slug}, {owner}: a teacher's override stays, {before}")
            return
        values = {"score": round(exported[0]["score"] * scale), "max-score": round(exported[0]["max_score"] * scale)}
        row = {slug: before if is_ours or latest["max-score"] else ""}
        changes.put(row, owner, slug, f"{values['score']} of {values['max-score']}")
        latest |= values | {"tests": _tests(exported[0], scale)}
        entry |= {"override": True, OURS: {"by": NAME} | values}


def _tests(result: Mapping[str, Any], scale: int) -> list[Json]:
    """Return one row for each exercise; no check is named, and no reason."""
    return [
        {
            "test-name": exercise["name"],
            "passed": exercise["outcome"] == "right",
            "score": round((exercise["score"] or 0) * scale),
            "max-score": round(exercise["max_score"] * scale),
        }
        for exercise in result["exercises"]
    ]
