"""What the platform says about a submission: who, when, and what came before."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from autograder.results.model import Json


@dataclass(frozen=True)
class Attempt:
    """An earlier submission of the same student."""

    score: float
    exercises: dict[str, float] = field(default_factory=dict)
    sha256: tuple[str, ...] = ()


@dataclass(frozen=True)
class Metadata:
    """As far as anything is known: where the platform says nothing, so do we."""

    submission: str = ""
    users: tuple[str, ...] = ()
    created: datetime | None = None
    due: datetime | None = None
    total_points: float | None = None
    earlier: tuple[Attempt, ...] = ()

    @property
    def late(self) -> bool:
        """Whether it came after the date that counts for this student."""
        return self.created is not None and self.due is not None and self.created > self.due


def read_metadata(path: Path) -> Metadata:
    """Read submission_metadata.json; what is missing or odd in it is left out, because grading does not hang on it."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Metadata()
    data = data if isinstance(data, dict) else {}
    assignment = _table(data.get("assignment"))
    users = [_table(user) for user in _rows(data.get("users"))]
    due = [_moment(_table(user.get("assignment")).get("due_date")) for user in users]  # an extension of one's own
    return Metadata(
        str(data.get("id", "")),
        tuple(str(user["id"]) for user in users if "id" in user),
        _moment(data.get("created_at")),
        max((date for date in due if date), default=_moment(assignment.get("due_date"))),
        _number(assignment.get("total_points")),
        tuple(_earlier(data.get("previous_submissions"))),
    )


def _earlier(rows: Any) -> Iterator[Attempt]:
    for row in map(_table, _rows(rows)):
        score, extra = _number(row.get("score")), _table(_table(row.get("results")).get("extra_data"))
        if score is None or row.get("autograder_error"):
            continue
        exercises = {name: _number(value) for name, value in _table(extra.get("exercises")).items()}
        known = {str(name): value for name, value in exercises.items() if value is not None}
        yield Attempt(score, known, tuple(map(str, _rows(extra.get("sha256")))))


def _moment(text: Any) -> datetime | None:
    try:
        found = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return found if found.tzinfo else None


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _table(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def _rows(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
