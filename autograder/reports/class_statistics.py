"""Figures of a class: what became of the hand-ins of each part, quartiles of scores, and each exercise."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from autograder.results.model import Json
from autograder.results.summary import EXCUSED, GRADED, NEEDS_PERSON, NOT_SUBMITTED, REJECTED, status_of

QUARTILES = ("low", "median", "high")
BINS = 10


def quartiles(values: Sequence[float]) -> dict[str, float]:
    """Return the lower quartile, the median and the upper quartile; nothing if there are no values."""
    if not values:
        return {}
    if len(values) == 1:
        return dict.fromkeys(QUARTILES, values[0])
    return dict(zip(QUARTILES, statistics.quantiles(values, n=4, method="inclusive"), strict=True))


def histogram(shares: Sequence[float]) -> list[Json]:
    """Return the number of students for each tenth of the points."""
    counts = Counter(min(int(share * BINS), BINS - 1) for share in shares)
    most = max(counts.values(), default=1)
    return [
        {"count": counts[place], "height": round(80 * counts[place] / most), "label": f"{place * 100 // BINS}+"}
        for place in range(BINS)
    ]


def parts_overview(results: Sequence[Json], assignments: Sequence[str], students: int) -> list[Json]:
    """Return one row per part: how many handed in, what became of it, and the quartiles of the scores.

    Args:
        results: summaries of the results of the class.
        assignments: the parts, in order.
        students: how many there are in the class.
    """
    by_part = {assignment: _Part() for assignment in assignments}
    for result in results:
        by_part[result["assignment"]].add(result)
    return [_row(assignment, part, students) for assignment, part in by_part.items()]


@dataclass
class _Part:
    """What became of the hand-ins of one part, and the scores of those that were graded."""

    counts: Counter[str] = field(default_factory=Counter)
    late: int = 0
    most: float = 0
    scores: list[float] = field(default_factory=list)

    def add(self, result: Json) -> None:
        """Count one more hand-in."""
        status = status_of(result)
        self.counts[status] += 1
        self.late += bool(result["late"])
        self.most = max(self.most, result["max_score"])
        if status == GRADED and result["score"] is not None:
            self.scores.append(result["score"])


def _row(assignment: str, part: _Part, students: int) -> Json:
    counts, most, points = part.counts, part.most, quartiles(part.scores)
    arrived = counts.total() - counts[NOT_SUBMITTED] - counts[EXCUSED]
    return {
        "assignment": assignment,
        "arrived": arrived,
        "missing": students - arrived - counts[EXCUSED],
        "excused": counts[EXCUSED],
        "refused": sum(counts[status] for status in REJECTED),
        "waiting": counts[NEEDS_PERSON],
        "late": part.late,
        "most": most,
        "points": points,
        "percent": {name: round(min(100.0, 100 * value / most)) for name, value in points.items()} if most else {},
    }


def exercise_rows(results: Sequence[Json]) -> list[Json]:
    """Return one row per exercise that anybody handed in and that counts: the share of right ones, the worst first.

    A hand-in without a score does not count, for example one that cannot be read or that waits for a person.

    `corrected` is how many of them a person corrected, `place` the place in teaching order, which is that of each
    result.
    """
    outcomes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    corrected: Counter[tuple[str, str]] = Counter()
    for result in results:
        for exercise in result["exercises"]:
            handed_in = exercise["outcome"] != "not submitted"
            counts = handed_in and result["score"] is not None and "dropped" not in exercise
            key = (result["assignment"], exercise["name"])
            outcomes[key].update([exercise["outcome"]] if counts else [])
            corrected[key] += "corrected" in exercise
    rows = [
        _exercise(place, *key, counts) | {"corrected": corrected[key]}
        for place, (key, counts) in enumerate(sorted(outcomes.items(), key=lambda item: item[0][0]))
        if counts
    ]
    return sorted(rows, key=lambda row: (row["share"], row["place"]))


def _exercise(place: int, assignment: str, name: str, counts: Counter[str]) -> Json:
    tried, right = sum(counts.values()), counts["right"]
    return {
        "place": place,
        "assignment": assignment,
        "name": name,
        "right": right,
        "tried": tried,
        "percent": round(100 * right / tried),
        "share": right / tried,
        "otherwise": ", ".join(f"{outcome} {count}" for outcome, count in counts.most_common() if outcome != "right"),
    }
