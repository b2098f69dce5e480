"""Who moves when a submission is graded again, by how much and why."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from autograder.results.model import Json, number

SHOWN = 3  # reasons on a line


@dataclass(frozen=True)
class Move:
    """Two gradings of one student and assignment that differ in points."""

    student: str
    assignment: str
    before: float | None  # None where no score could be given before
    after: float
    max_before: float
    max_after: float
    why: tuple[str, ...]

    @property
    def down(self) -> bool:
        """Whether points are lost."""
        return self.before is not None and self.after < self.before

    @property
    def up(self) -> bool:
        """Whether points are gained; a score that appears is no gain."""
        return self.before is not None and self.after > self.before

    def to_json(self) -> Json:
        """As it is kept and told."""
        return asdict(self) | {"why": list(self.why)}


def move_between(before: Json, after: Json) -> Move | None:
    """What changed; None where neither the score nor the maximum did, or where there is no score now."""
    if after["score"] is None:
        return None
    points = (before["score"], after["score"], before["max_score"], after["max_score"])
    if points[0] == points[1] and points[2] == points[3]:
        return None
    why = (*_circumstances(before, after), *_checks(before, after))
    return Move(after["student"], after["assignment"], *points, why)


def move_line(move: Json) -> str:
    """One line: who, how much, and the first reasons."""
    maximum = f"{move['after']:g} of {move['max_after']:g}"
    if move["max_before"] != move["max_after"]:
        maximum += f" (was of {move['max_before']:g})"
    more = len(move["why"]) - SHOWN
    why = "; ".join(move["why"][:SHOWN]) + (f"; and {more} more" if more > 0 else "")
    who = f"{move['student']}, {move['assignment']}"
    if move["before"] is None:
        return f"{who}: – → {maximum}: {why}"
    change = f"{number(round(move['after'] - move['before'], 2)):+g}"
    return f"{who}: {move['before']:g} → {maximum}, {change}: {why}"


def _circumstances(before: Json, after: Json) -> Iterator[str]:
    """What is not a matter of checks."""
    if before["submission"]["sha256"] != after["submission"]["sha256"]:
        yield "something else was handed in"
    if before["isolation"] != after["isolation"]:
        yield f"isolation {after['isolation']}, was {before['isolation']}"
    if before["grader"]["torch"] != after["grader"]["torch"]:
        yield f"torch {after['grader']['torch']}, was {before['grader']['torch']}"


def _checks(before: Json, after: Json) -> Iterator[str]:
    old, new = _by_id(before), _by_id(after)
    for name in dict.fromkeys([*old, *new]):
        if told := _check(old.get(name), new.get(name)):
            yield f"{name} {told}"


def _by_id(result: Json) -> dict[str, Json]:
    return {check["id"]: check for exercise in result["exercises"] for check in exercise["checks"]}


def _check(old: Json | None, new: Json | None) -> str:
    """What changed in one check; empty where it is worth what it was."""
    if old is None or new is None:
        one = new or old or {}
        text = f"is new, {one['outcome']}" if new else f"is gone, was {one['outcome']}"
        change = one["score"] if new else -one["score"]
        return f"{text}{_points(change)}"
    change = new["score"] - old["score"]
    if old["outcome"] != new["outcome"]:
        return f"{old['outcome']} → {new['outcome']}{_points(change)}"
    worth = f"is worth {new['max_score']:g}, was {old['max_score']:g}"
    return f"{worth}{_points(change)}" if old["max_score"] != new["max_score"] else ""


def _points(change: float) -> str:
    return f" ({number(round(change, 2)):+g})" if change else ""
