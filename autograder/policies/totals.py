"""The total of a student: the sum of the assignments, or what they are worth by the weights of the course."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from autograder.course.model import Policies
from autograder.results.class_parts import parts_of_class
from autograder.results.model import Json
from autograder.results.point_sums import shortest_number, sum_points


class CourseTotal:
    """Adds up the results of students of one class.

    Args:
        results: all results of the class, or their summaries, with the points that count.
        policies: `weights` and `total` say what the assignments are worth; without weights, points are added.
    """

    def __init__(self, results: Iterable[Json], policies: Policies) -> None:
        self._weights = policies.weights
        self._maxima: dict[str, float] = {}
        self._parts = parts_of_class(self._noted(results))
        whole = sum(self._weights.values())
        self._factor = (policies.total or whole) / whole if whole else 1.0

    def _noted(self, results: Iterable[Json]) -> Iterator[tuple[str, str]]:
        """Yield the student and the assignment of each result; note what each assignment is worth."""
        for item in results:
            self._maxima.setdefault(item["assignment"], float(item["max_score"]))
            yield item["student"], item["assignment"]

    @property
    def weighted(self) -> bool:
        """Whether the assignments have weights."""
        return bool(self._weights)

    def score(self, own: Iterable[Json]) -> float | int | None:
        """Return the total of one student so far; None if no assignment that counts has a score."""
        scored = [item for item in own if item["score"] is not None and self._counts(item["assignment"])]
        return shortest_number(sum_points(map(self._points, scored))) if scored else None

    def maximum(self, own: Iterable[Json]) -> float | int:
        """Return what one student can reach: with weights the total of the course, for everybody the same.

        Without weights, it is what the assignments of the class are worth, and what else the student handed in.
        """
        if self._weights:
            return shortest_number(round(self._factor * sum(self._weights.values()), 2))
        names = self._parts | {item["assignment"] for item in own}
        return shortest_number(sum_points(self._maxima[name] for name in sorted(names)))

    def text(self, own: Collection[Json]) -> str:
        """Return the total of one student as a table shows it: `24`, or `24 + ?` or `?` where a part has no score."""
        score = self.score(own)
        texts = [] if score is None else [f"{score:g}"]
        waits = any(item["score"] is None and self._counts(item["assignment"]) for item in own)
        return " + ".join([*texts, "?"] if waits else texts)

    def explanation(self) -> str:
        """Return how a total is made, in a line; empty without weights."""
        parts = [f"{round(weight * self._factor, 2):g} for {name}" for name, weight in self._weights.items()]
        return f"Total of {self.maximum(()):g}: {', '.join(parts)} (rule weights)" if parts else ""

    def line(self, own: Mapping[str, Json]) -> str:
        """Return how the total of one student is made: `20 × 24/27 + 30 × 13/26 = 32.78`; empty without weights."""
        terms = [
            f"{round(weight * self._factor, 2):g} × {own[name]['score']:g}/{own[name]['max_score']:g}"
            for name, weight in self._weights.items()
            if name in own and own[name]["score"] is not None
        ]
        return f"{' + '.join(terms)} = {self.score(own.values()):g}" if terms else ""

    def _counts(self, assignment: str) -> bool:
        return not self._weights or assignment in self._weights

    def _points(self, item: Json) -> float:
        if not self._weights:
            return float(item["score"])
        share = item["score"] / item["max_score"] if item["max_score"] else 0.0
        return float(self._weights[item["assignment"]] * self._factor * share)


def weighted_totals(results: Iterable[Json], policies: Policies) -> dict[str, str]:
    """Return the total of each student and its maximum, `88.89/100`; nothing if the course has no weights.

    Args:
        results: those of the class, or their summaries, with the points that count.
        policies: the rules of the course.
    """
    if not policies.weights:
        return {}
    by_student: dict[str, list[Json]] = defaultdict(list)
    for item in results:
        by_student[item["student"]].append(item)
    total = CourseTotal((), policies)
    return {student: f"{total.text(own) or 0}/{total.maximum(own):g}" for student, own in by_student.items()}
