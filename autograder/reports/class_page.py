"""The content of the class page, counted from summaries of results (`results.summary`)."""

import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload
from urllib.parse import quote

from autograder.course.model import Policies
from autograder.policies.totals import CourseTotal
from autograder.reports.class_statistics import exercise_rows, histogram, parts_overview, quartiles
from autograder.reports.people import Person
from autograder.results.folder_names import folder_names, review_path
from autograder.results.model import KEPT_STATE, Json
from autograder.results.summary import (
    EXCUSED,
    GRADED,
    PARTLY_READ,
    REJECTED,
    status_of,
    unscored_reasons,
    was_submitted,
)

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
        people: what the class list says about students.
    """

    folders: Mapping[str, str]
    review: bool
    people: Mapping[str, Person]

    def person(self, student: str) -> str:
        """Return the name and the section of a student; the mail is on the instructor's pages of the hand-ins."""
        return str(replace(self.people.get(student, Person()), email=""))

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
    people: Mapping[str, Person] | None = None,
) -> dict[str, Any]:
    """Return the content of the template of the class page.

    Args:
        results: summaries of the results of the class; they are gone through several times, and none is kept.
        ungraded: student, assignment and reason of each submission that could not be graded.
        course: the title of the course.
        folders: the folder name of each student, by default as `folder_names` gives them.
        policies: the rules of the course; their weights make the total.
        review: whether there are pages for the instructor (`autograder review`).
        people: what the class list says about students.
    """
    assignments = sorted({result["assignment"] for result in results})
    places = _places(results)
    pages = _Pages(folders or folder_names(places), review, people or {})
    total = CourseTotal(results, policies or Policies())
    students = StudentRows(results, places, assignments, pages, total)
    mistakes, unshown = _mistakes(results, pages)
    return {
        "course": course,
        "assignments": assignments,
        "students": students,
        "total": total.explanation(),
        "due": total.due_assignments() if total.dated else None,
        "graded": sum(status_of(result) == GRADED for result in results),
        "ungraded": list(ungraded),
        "kept_state": KEPT_STATE,
        "parts": parts_overview(results, assignments, len(students)),
        "exercises": exercise_rows(results),
        "mistakes": mistakes,
        "unshown": unshown,
        "ruled": _ruled(results, students),
        "anomalies": [item | _names(result, pages) for result in results for item in result["anomalies"]],
        "most": MAX_LISTED,
        "review": review,
        **_waiting(_unscored(results, pages)),
        **_distribution([_share(row) for row in students if row["score"] is not None]),
    }


def _waiting(unscored: Sequence[Json]) -> dict[str, list[Json]]:
    """Return what waits for the instructor, and what waits for the student to hand in again."""
    return {
        "needs_you": [row for row in unscored if row["status"] not in (*REJECTED, PARTLY_READ)],
        "rejected": [row for row in unscored if row["status"] in (*REJECTED, PARTLY_READ)],
    }


def _distribution(shares: Sequence[float]) -> dict[str, Any]:
    percentages = {name: round(100 * value) for name, value in quartiles(shares).items()}
    return {"histogram": histogram(shares), "quartiles": percentages}


def _ruled(results: Sequence[Json], students: Sequence[Json]) -> list[Json]:
    """Return the lines that lead from graded points to those that count, of hand-ins and then of students."""
    lines = [
        (result["student"], result["assignment"], result["policy"]["line"]) for result in results if "policy" in result
    ]
    lines += [(row["name"], "total", row["line"]) for row in students if row["line"]]
    return [dict(zip(("student", "what", "line"), line, strict=True)) for line in lines]


def _places(results: Sequence[Json]) -> dict[str, list[int]]:
    """Return where the results of each student are, by student in order of names."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, result in enumerate(results):
        places[result["student"]].append(place)
    return dict(sorted(places.items()))


class StudentRows(Sequence[Json]):
    """The rows of students, in order of their names; each is made when it is asked for.

    Args:
        results: the summaries of the class.
        places: where those of each student are, by student.
        assignments: the columns.
        pages: where the pages of students are.
        total: adds up the results of a student.
    """

    def __init__(
        self,
        results: Sequence[Json],
        places: Mapping[str, list[int]],
        assignments: Sequence[str],
        pages: _Pages,
        total: CourseTotal,
    ) -> None:
        self._results = results
        self._places = list(places.items())
        self._assignments = assignments
        self._pages = pages
        self._total = total

    @overload
    def __getitem__(self, place: int) -> Json: ...

    @overload
    def __getitem__(self, place: slice) -> "StudentRows": ...

    def __getitem__(self, place: int | slice) -> "Json | StudentRows":
        if isinstance(place, slice):
            shown = dict(self._places[place])
            return StudentRows(self._results, shown, self._assignments, self._pages, self._total)
        name, places = self._places[place]
        own = [self._results[number] for number in places]
        return self._row(name, {result["assignment"]: result for result in own})

    def __len__(self) -> int:
        return len(self._places)

    def name(self, place: int) -> str:
        """Return the name in a row, without making the row."""
        return self._places[place][0]

    def _row(self, name: str, own: dict[str, Json]) -> Json:
        total, pages = self._total.of(own.values()), self._pages
        scored = [result for result in own.values() if result["score"] is not None]
        so_far = self._total.so_far(own.values())
        cells = [_cell(pages.feedback(name, assignment), own.get(assignment)) for assignment in self._assignments]
        return {
            "name": name,
            "person": pages.person(name),
            "cells": cells,
            "score": total.score,
            "sum": total.text or "?",
            "so_far": f"{so_far.text or 0} of {so_far.maximum:g}" if so_far.maximum else "–",
            "share_so_far": so_far.share if so_far.maximum else -1,
            "line": self._total.line(own),
            "possible": total.maximum if self._total.weighted else sum(item["max_score"] for item in scored),
        }


def _cell(link: str, result: Json | None) -> Json:
    if result is not None and "excused" in result:
        return {"text": EXCUSED, "value": -1, "link": link}
    if result is None or not was_submitted(result):
        return {"text": "–", "value": -1, "link": ""}
    if result["score"] is None:
        return {"text": status_of(result), "value": -1, "link": link}
    return {"text": f"{result['score']:g}", "value": result["score"], "link": link}


def _unscored(results: Sequence[Json], pages: _Pages) -> list[Json]:
    """Return one row per hand-in without a score, or in which something is kept between exercises: status and why."""
    rows = []
    for result in results:
        alarms = [item for item in result["anomalies"] if item["kind"] == KEPT_STATE]
        reasons = [f"{item['exercise']}: {item['evidence']}" for item in alarms]
        if "excused" in result:
            continue
        if result["score"] is None:
            status, reasons = status_of(result), [*unscored_reasons(result), *reasons]
        elif alarms:
            status = KEPT_STATE
        elif reasons := unscored_reasons(result):
            status = PARTLY_READ
        else:
            continue
        rows.append(_names(result, pages) | {"status": status, "late": result["late"], "reasons": reasons})
    return rows


def _names(result: Json, pages: _Pages) -> Json:
    student, assignment = result["student"], result["assignment"]
    return {"student": student, "assignment": assignment, "link": pages.link(student, assignment)}


def _share(row: Json) -> float:
    return float(row["score"] / row["possible"]) if row["possible"] else 0.0


@dataclass
class _Group:
    """The students with one mistake in an exercise.

    Attributes:
        count: how many there are.
        names: the first of them, in order, and whether a person corrected the exercise.
        shortest: the mistake with the shortest example.
    """

    count: int = 0
    names: list[tuple[str, bool]] = field(default_factory=list)
    shortest: Json | None = None

    def add(self, student: str, mistake: Json, *, corrected: bool) -> None:
        """Add a student; of a large group, only the first names are kept."""
        self.count += 1
        bisect.insort(self.names, (student, corrected))
        del self.names[MAX_NAMES_OF_GROUP:]
        if self.shortest is None or _length(mistake) < _length(self.shortest):
            self.shortest = mistake

    def words(self) -> Json:
        """Return what the page says about the mistake."""
        shortest = self.shortest or {}
        kind = "diagnosis" if shortest["told"] else "same answers"
        return {"count": self.count, "kind": kind, "text": shortest["text"], "example": shortest["example"]}


def _length(mistake: Json) -> tuple[int, str]:
    return len(mistake["example"]), mistake["example"]


def _mistakes(results: Sequence[Json], pages: _Pages) -> tuple[list[Json], int]:
    """Return a row per diagnosis or, without one, per set of identical wrong answers; and how many are left out.

    Dropped exercises have none: nobody lost points there.
    """
    counts = Counter(key for key, _, _ in _exercises_with_mistakes(results))
    shown = {key: _Group() for key in sorted(counts, key=lambda key: (-counts[key], key))[:MAX_GROUPS]}
    for key, student, exercise in _exercises_with_mistakes(results):
        if key in shown:
            shown[key].add(student, exercise["mistake"], corrected="corrected" in exercise)
    left, rows = MAX_NAMES, []
    for (assignment, name, _), group in shown.items():
        listed = group.names[: max(0, left)]
        left -= len(listed)
        students = [
            {"name": student, "link": pages.link(student, assignment), "corrected": corrected}
            for student, corrected in listed
        ]
        row = {"assignment": assignment, "exercise": name, "students": students, "unnamed": group.count - len(listed)}
        rows.append(row | group.words())
    return rows, len(counts) - len(shown)


def _exercises_with_mistakes(results: Iterable[Json]) -> Iterator[tuple[tuple[str, str, str], str, Json]]:
    """Yield each exercise with a mistake that counts: what it is grouped by, the student, and its entry."""
    for result in results:
        for exercise in result["exercises"]:
            if (mistake := exercise["mistake"]) and "dropped" not in exercise:
                yield (result["assignment"], exercise["name"], mistake["group"]), result["student"], exercise


def student_pages(students: StudentRows) -> list[Json]:
    """Divide the rows of students among pages of their own; none if the class page has room for all of them."""
    if len(students) <= MAX_STUDENTS:
        return []
    shares = [students[start : start + MAX_STUDENTS] for start in range(0, len(students), MAX_STUDENTS)]
    return [
        {"file": f"students-{number}.html", "first": rows.name(0), "last": rows.name(-1), "students": rows}
        for number, rows in enumerate(shares, start=1)
    ]
