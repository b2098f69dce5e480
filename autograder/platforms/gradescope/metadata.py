"""The platform's data about a submission: students, times, and earlier submissions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from autograder.results.model import Json


@dataclass(frozen=True)
class EarlierSubmission:
    """An earlier submission of the same student."""

    score: float
    exercises: dict[str, float] = field(default_factory=dict)  # points by exercise
    sha256: tuple[str, ...] = ()


@dataclass(frozen=True)
class EarlierAttempt:
    """An earlier submission with its time, whether it has a score yet or not."""

    time: datetime
    score: float | None = None
    counted: bool | None = None  # what the run said: whether the attempt was within the limits; None if it said nothing


@dataclass(frozen=True)
class SubmissionMetadata:
    """The content of submission_metadata.json; missing entries are empty or None."""

    submission: str = ""
    users: tuple[str, ...] = ()
    created: datetime | None = None
    due: datetime | None = None
    total_points: float | None = None
    earlier: tuple[EarlierSubmission, ...] = ()
    attempts: tuple[EarlierAttempt, ...] = ()

    @property
    def late(self) -> bool:
        """Whether it was submitted after this student's due date."""
        return self.created is not None and self.due is not None and self.created > self.due


def read_metadata(path: Path) -> SubmissionMetadata:
    """Read submission_metadata.json; missing or malformed entries are left out, because grading works without them."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return SubmissionMetadata()
    data = data if isinstance(data, dict) else {}
    assignment = _table(data.get("assignment"))
    users = [_table(user) for user in _rows(data.get("users"))]
    due = [_date(_table(user.get("assignment")).get("due_date")) for user in users]  # with the student's extension
    return SubmissionMetadata(
        str(data.get("id", "")),
        tuple(str(user["id"]) for user in users if "id" in user),
        _date(data.get("created_at")),
        max((date for date in due if date), default=_date(assignment.get("due_date"))),
        _number(assignment.get("total_points")),
        tuple(_earlier(data.get("previous_submissions"))),
        tuple(_attempts(data.get("previous_submissions"))),
    )


def _earlier(rows: Any) -> Iterator[EarlierSubmission]:
    for row in map(_table, _rows(rows)):
        score, extra = _number(row.get("score")), _table(_table(row.get("results")).get("extra_data"))
        if score is None or row.get("autograder_error"):
            continue
        points = {str(name): _number(value) for name, value in _table(extra.get("exercises")).items()}
        exercises = {name: value for name, value in points.items() if value is not None}
        yield EarlierSubmission(score, exercises, tuple(map(str, _rows(extra.get("sha256")))))


def _attempts(rows: Any) -> Iterator[EarlierAttempt]:
    """Yield the attempts with a time; one that the platform could not run costs its student nothing."""
    for row in map(_table, _rows(rows)):
        time, counted = _date(row.get("submission_time")), _table(_table(row.get("results")).get("extra_data"))
        if time is not None and not row.get("autograder_error"):
            said = counted.get("counted")
            yield EarlierAttempt(time, _number(row.get("score")), said if isinstance(said, bool) else None)


def _date(text: Any) -> datetime | None:
    try:
        date = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return date if date.tzinfo else None


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _table(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _rows(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
