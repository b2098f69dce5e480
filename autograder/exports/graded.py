"""A graded class as `autograder grade` leaves it behind."""

import csv
import functools
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import AutograderError
from autograder.reports.markdown import points as with_maximum
from autograder.reports.table import defused, status_of
from autograder.results.model import Json, number, total
from autograder.results.places import MARK

NEEDED = {"student", "assignment", "score", "max_score", "exercises", "submission"}


class ExportError(AutograderError):
    """Nothing can be exported; one sentence that says what to do."""


@dataclass(frozen=True)
class Graded:
    """All results of a class, in order of student and assignment."""

    results: tuple[Json, ...]

    @property
    def students(self) -> tuple[str, ...]:
        """Everybody who has a result."""
        return tuple(dict.fromkeys(result["student"] for result in self.results))

    @functools.cached_property
    def assignments(self) -> tuple[str, ...]:
        """Every part that was graded."""
        return tuple(sorted({result["assignment"] for result in self.results}))

    @functools.cached_property
    def _found(self) -> dict[tuple[str, str], Json]:
        return {(result["student"], result["assignment"]): result for result in self.results}

    def of(self, student: str, assignment: str) -> Json | None:
        """One result."""
        return self._found.get((student, assignment))

    def all_of(self, student: str) -> list[Json]:
        """One student's results."""
        return [found for name in self.assignments if (found := self.of(student, name)) is not None]

    def maximum(self, assignment: str) -> float:
        """What the assignment is worth."""
        return float(next(result["max_score"] for result in self.results if result["assignment"] == assignment))


def read_graded(folder: Path, assignments: Sequence[str] = ()) -> Graded:
    """Read every result that `grades.csv` has a score of; with `assignments`, of these only.

    Raises:
        ExportError: the folder holds no results, or one that cannot be read.
    """
    paths = sorted(folder.glob("*/*/result.json"))
    listed = _listed(folder / "grades.csv")
    if listed is not None:  # folders of earlier runs stay
        paths = [
            path for path in paths if MARK in path.parts[-3] or (defused(path.parts[-3]), path.parts[-2]) in listed
        ]
    if not paths:
        raise ExportError(f"{folder}: holds no results; name what `autograder grade --out` has written")
    results = [result for path in paths if _is_listed(result := _read(path), listed)]
    chosen = tuple(result for result in results if not assignments or result["assignment"] in assignments)
    if not chosen:
        raise ExportError(f"{folder}: holds no result of {', '.join(assignments)}")
    return Graded(tuple(sorted(chosen, key=lambda result: (result["student"], result["assignment"]))))


def check_rules(folder: Path, rules: str) -> None:
    """Refuse to write points under other rules than those the class was graded under.

    Raises:
        ExportError: the rules differ, or it cannot be seen whether they do.
    """
    try:
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        before = run.get("policies", rules)
    except FileNotFoundError:
        return
    except (OSError, ValueError, AttributeError) as error:
        raise ExportError(f"{folder / 'run.json'}: cannot be read; grade the class again") from error
    if before != rules:
        what = "name the file of rules that was used with --policies, or grade the class again under these"
        raise ExportError(f"{folder}: was graded under other rules; {what}")


def _listed(table: Path) -> set[tuple[object, str]] | None:
    """Whose scores the last run gave, as they stand in its table; None where there is no table."""
    try:
        text = table.read_text(encoding="utf-8-sig")
        if not text.endswith("\n"):
            raise ValueError("it ends within a line")
        rows = csv.DictReader(io.StringIO(text, newline=""))
        return {(row["student"], row["assignment"]) for row in rows if row["status"] != "ungraded"}
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, csv.Error) as error:
        raise ExportError(f"{table}: cannot be read; grade the class again") from error


def _is_listed(result: Json, listed: set[tuple[object, str]] | None) -> bool:
    return listed is None or (defused(result["student"]), result["assignment"]) in listed


def _read(path: Path) -> Json:
    try:
        result: Json = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExportError(f"{path}: cannot be read ({error}); grade this student again") from error
    if not isinstance(result, dict) or set(result) < NEEDED:
        raise ExportError(f"{path}: is no result of this grader; grade this student again")
    return result


def handed_in(result: Json | None) -> bool:
    """Whether any file of the assignment arrived."""
    return result is not None and status_of(result) != "not submitted"


def has_score(result: Json | None) -> bool:
    """Whether something arrived and all of it could be graded."""
    return result is not None and status_of(result) == "graded"


def is_written(result: Json | None, *, zeros: bool) -> bool:
    """Whether an export writes points for a result; with `zeros`, also the 0 of what was not handed in."""
    return result is not None and (has_score(result) or (zeros and not handed_in(result)))


def needs_you(results: Sequence[Json]) -> list[str]:
    """A sentence for each result that has no score yet."""
    return [
        f"{result['student']}, {result['assignment']}: not graded, needs you; nothing is written for it"
        for result in results
        if result["score"] is None
    ]


def points(result: Json, maximum: float | None = None) -> float | int:
    """The score, as it is or out of another maximum."""
    scale = maximum / result["max_score"] if maximum is not None and result["max_score"] else 1
    return number(round(result["score"] * scale, 2))


def sum_of(results: Sequence[Json]) -> float | int:
    """The sum of scores."""
    return number(total(result["score"] or 0 for result in results))


def comment(result: Json) -> str:
    """One line per exercise: what it got and why; nothing in it was written by a student."""
    lines = [f"{result['assignment']}: {with_maximum(result)}"]
    lines += [f"By the rules of the course: {result['policy']['line']}"] if "policy" in result else []
    lines += [f"{e['name']}: {with_maximum(e).removesuffix(' points')}, {e['outcome']}" for e in result["exercises"]]
    return "\n".join(lines)
