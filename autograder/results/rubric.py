"""What named mistakes cost: the entry `rubric` of an exercise in result.json, the points that follow, and the words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.results.point_sums import sum_points
from autograder.wording import counted

RUBRIC = "rubric"  # the key of the entry


@dataclass(frozen=True)
class MistakeCost:
    """A named mistake, and the share of the points of its exercise that it costs.

    Attributes:
        name: its name.
        family: its family.
        share: from 0 to 1.
        rule: the key of the course file that says so.
    """

    name: str
    family: str
    share: float
    rule: str


@dataclass(frozen=True)
class NamedMistakes:
    """One or two named mistakes with which the right program answers all core checks as a submission does.

    Attributes:
        mistakes: the name and the family of each.
        beside: ids of robustness checks that fail although the mistakes do not explain it.
        alone: of two mistakes, the ids of the checks that pass with each one alone.
    """

    mistakes: tuple[tuple[str, str], ...]
    beside: tuple[str, ...] = ()
    alone: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class RubricMatch:
    """An exercise whose answers are those of the right program with one or two named mistakes.

    Attributes:
        costs: of the mistakes.
        beside: ids of robustness checks that fail although the mistakes do not explain it; they cost their points.
        at_most: of the programs with only one of two mistakes, the points of the worse one, if the checks would give
            more; None if they would not.
    """

    costs: tuple[MistakeCost, ...]
    beside: tuple[str, ...] = ()
    at_most: float | None = None

    @property
    def share(self) -> float:
        """What the mistakes cost together: each costs its share of what the others leave."""
        left = 1.0
        for cost in self.costs:
            left *= 1 - cost.share
        return round(1 - left, 6)

    def to_json(self, max_score: float) -> dict[str, Any]:
        """Return the entry in result.json; `amount` are the points that the mistakes cost together."""
        limit = {} if self.at_most is None else {"at_most": self.at_most}
        return {
            "mistakes": [vars(cost) for cost in self.costs],
            "share": self.share,
            "amount": round(max_score * self.share, 2),
            "beside": list(self.beside),
        } | limit


def points_by_checks(max_score: float, checks: Sequence[Mapping[str, Any]]) -> float:
    """Return the points of the checks of an exercise, at most what it is worth."""
    return float(min(max_score, sum_points(check["score"] for check in checks)))


def points_by_rubric(entry: Mapping[str, Any] | None, max_score: float, checks: Sequence[Mapping[str, Any]]) -> float:
    """Return the points of an exercise: what its mistakes leave, or what its checks give if that is more.

    Args:
        entry: what the exercise has under `RUBRIC`; None if it has nothing.
        max_score: what it is worth.
        checks: its checks as in result.json.
    """
    gained = points_by_checks(max_score, checks)
    if entry is None or gained >= max_score:
        return gained
    beside = sum(check["max_score"] for check in checks if check["id"] in entry["beside"])
    points = max(gained, round(max_score - entry["amount"] - beside, 2))
    return float(min(points, entry.get("at_most", max_score)))


def with_rubric_line(exercise: Mapping[str, Any]) -> dict[str, Any]:
    """Return an exercise of a result with the line of its rubric, if it has one: `One mistake: −1.6 of 4`.

    Where more mistakes are told than the rubric prices, the line begins with `All mistakes together`. It also says
    what other checks cost; it is empty if the checks leave as many points. The entry gets `by_checks`, the points
    that there are without the rubric.
    """
    entry = exercise.get(RUBRIC)
    if entry is None:
        return dict(exercise)
    gained = points_by_checks(exercise["max_score"], exercise["checks"])
    decides = points_by_rubric(entry, exercise["max_score"], exercise["checks"]) != gained
    line = _line(entry, exercise) if decides else ""
    return {**exercise, RUBRIC: {**entry, "by_checks": gained, "line": line}}


def _line(entry: Mapping[str, Any], exercise: Mapping[str, Any]) -> str:
    costs = entry["mistakes"]
    number = {1: "one mistake", 2: "two mistakes"}.get(len(costs), counted(len(costs), "mistake"))
    subject = "All mistakes together" if _told(exercise) > len(costs) else number.capitalize()
    beside = [check for check in exercise["checks"] if check["id"] in entry["beside"]]
    points = sum(check["max_score"] for check in beside)
    more = f", and −{points:g} for {counted(len(beside), 'other check')}" if beside else ""
    return f"{subject}: −{entry['amount']:g} of {exercise['max_score']:g}{more}"


def _told(exercise: Mapping[str, Any]) -> int:
    """Return how many mistakes an exercise has by its reasons and the lines that were found."""
    named = {item["name"] for check in exercise["checks"] for item in check["diagnosis"] if not item.get("vague")}
    return max(len(named), len(exercise.get("repair", {}).get("mistakes", ())))


def rubric_line(exercise: Mapping[str, Any]) -> str:
    """Return the line of the rubric as the exercise has it; empty if it has none."""
    line: str = exercise.get(RUBRIC, {}).get("line", "")
    return line


def rubric_share(exercise: Mapping[str, Any]) -> str:
    """Return what decides about an exercise: `its checks alone`, or `the rubric takes 40 % (scale)`."""
    entry = exercise.get(RUBRIC)
    if entry is None:
        return "its checks alone"
    return f"the rubric takes {100 * entry['share']:g} % ({_families(entry)})"


def _families(entry: Mapping[str, Any]) -> str:
    return ", ".join(dict.fromkeys(cost["family"] for cost in entry["mistakes"]))
