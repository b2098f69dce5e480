"""Compares two gradings of a submission: how its score changes, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from autograder.results.model import Json
from autograder.results.point_sums import shortest_number
from autograder.results.rubric import rubric_share

SHOWN_REASONS = 3  # on a line


@dataclass(frozen=True)
class ScoreChange:
    """Two gradings of one student and assignment that differ in points.

    Attributes:
        student: the student.
        assignment: the id of the assignment.
        before: the score of the first grading; None if it had none.
        after: the score of the second; None if it has none.
        max_before: the maximum of the first grading.
        max_after: the maximum of the second.
        why: the reasons, each a phrase.
    """

    student: str
    assignment: str
    before: float | None
    after: float | None
    max_before: float
    max_after: float
    why: tuple[str, ...]

    @property
    def down(self) -> bool:
        """Whether points are lost."""
        return self.before is not None and (self.after is None or self.after < self.before)

    @property
    def up(self) -> bool:
        """Whether points are gained; a first score is not a gain."""
        return self.before is not None and self.after is not None and self.after > self.before

    def to_json(self) -> Json:
        """Return the form in the store and in progress events: the attributes by name."""
        return asdict(self) | {"why": list(self.why)}


def reasons_between(before: Json, after: Json) -> tuple[str, ...]:
    """Return why two gradings of a student and assignment differ in points; empty if they do not."""
    if _has_same_points(before, after):
        return ()
    return (*_circumstances(before, after), *_rubric(before, after), *_checks(before, after))


def change_between(before: Json, after: Json, why: Sequence[str] = ()) -> ScoreChange | None:
    """Compare the points that count before and after, under whatever rules and corrections each was published.

    Args:
        before: the summary of what is published.
        after: the new result with the points that count, or its summary.
        why: what changed between the gradings (`reasons_between`).

    Returns:
        The change; None if neither the score nor the maximum differs, or if there is no score now.
    """
    if _has_same_points(before, after):
        return None
    points = (before["score"], after["score"], before["max_score"], after["max_score"])
    lines = [policy.get("line", "") for policy in (before.get("policy", {}), after.get("policy", {}))]
    ruled = "the rules and corrections now: " + (lines[1] or "none") if lines[0] != lines[1] else ""
    return ScoreChange(after["student"], after["assignment"], *points, (*why, *filter(None, [ruled])))


def change_line(change: Json) -> str:
    """Format a change (`ScoreChange.to_json`) as a line: the student, the points, and the first reasons."""
    maximum = f"{'–' if change['after'] is None else format(change['after'], 'g')} of {change['max_after']:g}"
    if change["max_before"] != change["max_after"]:
        maximum += f" (was of {change['max_before']:g})"
    more = len(change["why"]) - SHOWN_REASONS
    why = "; ".join(change["why"][:SHOWN_REASONS]) + (f"; and {more} more" if more > 0 else "")
    submission = f"{change['student']}, {change['assignment']}"
    if change["before"] is None or change["after"] is None:
        before = "–" if change["before"] is None else f"{change['before']:g}"
        return f"{submission}: {before} → {maximum}: {why}"
    difference = f"{shortest_number(round(change['after'] - change['before'], 2)):+g}"
    return f"{submission}: {change['before']:g} → {maximum}, {difference}: {why}"


def _has_same_points(before: Json, after: Json) -> bool:
    """Whether neither the score nor the maximum differs, or there is no score now."""
    same = before["score"] == after["score"] and before["max_score"] == after["max_score"]
    return same or after["score"] is None


def _circumstances(before: Json, after: Json) -> Iterator[str]:
    """Yield reasons other than checks."""
    if before["submission"]["sha256"] != after["submission"]["sha256"]:
        yield "the submission has changed"
    if before["isolation"] != after["isolation"]:
        yield f"isolation {after['isolation']}, was {before['isolation']}"
    if before["grader"]["torch"] != after["grader"]["torch"]:
        yield f"torch {after['grader']['torch']}, was {before['grader']['torch']}"


def _rubric(before: Json, after: Json) -> Iterator[str]:
    """Yield the exercises whose named mistakes cost something else."""
    old, new = (
        {item.get("name", ""): rubric_share(item) for item in result["exercises"]} for result in (before, after)
    )
    for name, share in new.items():
        if name in old and share != old[name]:
            yield f"{name}: {share}, was {old[name]}"


def _checks(before: Json, after: Json) -> Iterator[str]:
    old, new = _by_id(before), _by_id(after)
    for name in dict.fromkeys([*old, *new]):
        if phrase := _check_change(old.get(name), new.get(name)):
            yield f"{name} {phrase}"


def _by_id(result: Json) -> dict[str, Json]:
    return {check["id"]: check for exercise in result["exercises"] for check in exercise["checks"]}


def _check_change(old: Json | None, new: Json | None) -> str:
    """Describe how one check changed; empty if its outcome and its worth are the same."""
    if old is None or new is None:
        only = new or old or {}
        text = f"is new, {only['outcome']}" if new else f"is gone, was {only['outcome']}"
        return f"{text}{_points(only['score'] if new else -only['score'])}"
    change = new["score"] - old["score"]
    if old["outcome"] != new["outcome"]:
        return f"{old['outcome']} → {new['outcome']}{_points(change)}"
    worth = f"is worth {new['max_score']:g}, was {old['max_score']:g}"
    return f"{worth}{_points(change)}" if old["max_score"] != new["max_score"] else ""


def _points(change: float) -> str:
    return f" ({shortest_number(round(change, 2)):+g})" if change else ""
