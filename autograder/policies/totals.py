"""The total of a student: the sum of the assignments, or what they are worth by the weights of the course.

Beside it is the total so far, of what was due by now: who has everything by week 3 has 40 of 40, not of 130.
"""

import statistics
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from autograder.course.model import Policies
from autograder.results.class_parts import parts_of_class
from autograder.results.model import Json
from autograder.results.point_sums import shortest_number, sum_points
from autograder.results.summary import EXCUSED, was_submitted


@dataclass(frozen=True)
class Total:
    """What a student reached, and what there was to reach, of the same assignments.

    Attributes:
        score: the points of what has a score; None if nothing has.
        maximum: what can be reached.
        waits: whether something that counts has no score yet.
        excused: whether the student is excused from everything.
    """

    score: float | int | None
    maximum: float | int
    waits: bool
    excused: bool = False

    @property
    def text(self) -> str:
        """The points as a table shows them: `24`, or `24 + ?` or `?` where a part has no score; or `excused`."""
        texts = [] if self.score is None else [f"{self.score:g}"]
        return EXCUSED if self.excused else " + ".join([*texts, "?"] if self.waits else texts)

    @property
    def cell(self) -> str:
        """The points as a file has them: empty where a part has no score."""
        return "" if self.waits or self.excused else f"{self.score or 0:g}"

    @property
    def share(self) -> float:
        """The part of the maximum that was reached; 0 where nothing can be."""
        return float((self.score or 0) / self.maximum) if self.maximum else 0.0


class CourseTotal:
    """Adds up the results of students of one class.

    What a student is excused from does not count: neither its points nor its maximum.

    Args:
        results: all results of the class, or their summaries, with the points that count.
        policies: `weights` and `total` say what the assignments are worth; without weights, points are added.
        now: local time of the class; by default that of the policies.
    """

    def __init__(self, results: Iterable[Json], policies: Policies, now: datetime | None = None) -> None:
        self._policies = policies
        self._now = now or policies.now
        self._weights = policies.weights
        self._maxima: dict[str, float] = {}
        self._arrived: list[tuple[str, str]] = []
        self._parts = parts_of_class(self._noted(results))
        self._begun = parts_of_class(self._arrived)
        whole = sum(self._weights.values())
        self._factor = (policies.total or whole) / whole if whole else 1.0

    def _noted(self, results: Iterable[Json]) -> Iterator[tuple[str, str]]:
        """Yield the student and the assignment of each result; note what each assignment is worth."""
        for item in results:
            if "excused" not in item:
                self._maxima.setdefault(item["assignment"], float(item["max_score"]))
            if was_submitted(item):
                self._arrived.append((item["student"], item["assignment"]))
            yield item["student"], item["assignment"]

    @property
    def weighted(self) -> bool:
        """Whether the assignments have weights."""
        return bool(self._weights)

    @property
    def dated(self) -> bool:
        """Whether the course has dates, without which the total so far is the total."""
        return bool(self._policies.due or self._policies.closes)

    def of(self, own: Collection[Json]) -> Total:
        """Return the total of one student.

        With weights its maximum is what the course is worth. Without weights, it is what the assignments of the class
        are worth, and what else the student handed in.
        """
        return self._total(own, self._names(own))

    def so_far(self, own: Collection[Json]) -> Total:
        """Return the total of one student in the assignments that were due by now, with extensions.

        One without a date was due if the class or the student has handed it in.
        """
        student = next((item["student"] for item in own), "")
        handed_in = self._begun | {item["assignment"] for item in own if was_submitted(item)}
        return self._total(own, {name for name in self._names(own) if self._was_due(student, name, handed_in)})

    def due_assignments(self) -> list[str]:
        """Return the assignments that were due for everybody without an extension."""
        return sorted(name for name in self._names(()) if self._was_due("", name, self._begun))

    def _names(self, own: Collection[Json]) -> AbstractSet[str]:
        """Return the assignments that count for a student."""
        return self._weights.keys() or self._parts | {item["assignment"] for item in own}

    def _was_due(self, student: str, assignment: str, handed_in: AbstractSet[str]) -> bool:
        date = self._policies.due.get(assignment, self._policies.closes.get(assignment))
        if date is None:
            return assignment in handed_in
        date = self._policies.extended(date, student, assignment)
        return self._policies.instant(self._now) > self._policies.instant(date)

    def _total(self, own: Collection[Json], names: AbstractSet[str]) -> Total:
        """Return the total of the results of one student in some assignments."""
        names = names - {item["assignment"] for item in own if "excused" in item}
        counting = [item for item in own if item["assignment"] in names]
        scored = [item for item in counting if item["score"] is not None]
        return Total(
            shortest_number(sum_points(map(self._points, scored))) if scored else None,
            shortest_number(sum_points(map(self._worth, sorted(names)))),
            len(scored) < len(counting),
            bool(own) and all("excused" in item for item in own),
        )

    def explanation(self) -> str:
        """Return how a total is made, in a line; empty without weights."""
        parts = [f"{round(weight * self._factor, 2):g} for {name}" for name, weight in self._weights.items()]
        return f"Total of {self.of(()).maximum:g}: {', '.join(parts)} (rule weights)" if parts else ""

    def line(self, own: Mapping[str, Json]) -> str:
        """Return how the total of one student is made: `20 × 24/27 + 30 × 13/26 = 32.78`; empty without weights."""
        terms = [
            f"{round(weight * self._factor, 2):g} × {own[name]['score']:g}/{own[name]['max_score']:g}"
            for name, weight in self._weights.items()
            if name in own and own[name]["score"] is not None
        ]
        return f"{' + '.join(terms)} = {self.of(own.values()).score:g}" if terms else ""

    def _worth(self, assignment: str) -> float:
        """Return what an assignment is worth in the total."""
        if self._weights:
            return self._weights[assignment] * self._factor
        return self._maxima.get(assignment, 0.0)  # 0: everybody is excused from it

    def _points(self, item: Json) -> float:
        if not self._weights:
            return float(item["score"])
        share = item["score"] / item["max_score"] if item["max_score"] else 0.0
        return float(self._weights[item["assignment"]] * self._factor * share)


def by_student(results: Iterable[Json]) -> Iterator[tuple[str, list[Json]]]:
    """Yield each student with the results, which are in order of students."""
    for student, own in groupby(results, key=lambda item: str(item["student"])):
        yield student, list(own)


def total_texts(results: Collection[Json], policies: Policies) -> dict[str, str]:
    """Return the total of each student: `88.89/100`, with dates `40/130, 40/41 so far`.

    Nothing if the course has neither weights nor dates.

    Args:
        results: those of the class, or their summaries, with the points that count, in order of students.
        policies: the rules of the course.
    """
    total = CourseTotal(results, policies)
    if not (total.weighted or total.dated):
        return {}
    totals = {student: total.of(own) for student, own in by_student(results)}
    texts = {student: f"{item.text or 0}/{item.maximum:g}" for student, item in totals.items()}
    if not total.dated:
        return texts
    due = {student: total.so_far(own) for student, own in by_student(results)}
    return {
        student: f"{text}, {due[student].text or 0}/{due[student].maximum:g} so far" for student, text in texts.items()
    }


def so_far_line(results: Collection[Json], policies: Policies) -> str:
    """Return how far the class is, in a line; empty if the course has no dates.

    Args:
        results: those of the class, with the points that count, in order of students.
        policies: the rules of the course.
    """
    total = CourseTotal(results, policies)
    students = [own for _, own in by_student(results)]
    due = [item.share for item in map(total.so_far, students) if item.maximum]
    if not total.dated or not due:
        return ""
    whole = statistics.median(item.share for item in map(total.of, students))
    names = ", ".join(total.due_assignments())
    return f"due so far: {names}; median {statistics.median(due):.0%} of these points, {whole:.0%} of all"
