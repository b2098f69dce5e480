"""The results of a class, read from the folder that `autograder grade` has written."""

import csv
import functools
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import AutograderError
from autograder.reports.feedback_text import hand_in_status, points_text, policy_sentence
from autograder.results.adjustments import FILE_NAME
from autograder.results.csv_cells import escape_cell
from autograder.results.folder_names import SUFFIX_MARK
from autograder.results.model import Json
from autograder.results.point_sums import shortest_number
from autograder.results.rubric import rubric_line
from autograder.results.store import STORE_DIR, ResultKey, Store, result_key
from autograder.results.summary import EXCUSED, GRADED, NOT_SUBMITTED, status_of, summarize, unscored_reasons

REQUIRED_KEYS = {"student", "assignment", "score", "max_score", "exercises", "submission"}


class ExportError(AutograderError):
    """Nothing can be exported; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class ClassResults:
    """All results of a class, in order of student and assignment."""

    results: tuple[Json, ...]

    @property
    def students(self) -> tuple[str, ...]:
        """Every student who has a result."""
        return tuple(dict.fromkeys(result["student"] for result in self.results))

    @functools.cached_property
    def assignments(self) -> tuple[str, ...]:
        """Every assignment that was graded."""
        return tuple(sorted({result["assignment"] for result in self.results}))

    @functools.cached_property
    def _by_key(self) -> dict[tuple[str, str], Json]:
        return {result_key(result): result for result in self.results}

    def of(self, student: str, assignment: str) -> Json | None:
        """Return one result; None if there is none."""
        return self._by_key.get((student, assignment))

    def all_of(self, student: str) -> list[Json]:
        """Return the results of one student."""
        return [result for name in self.assignments if (result := self.of(student, name)) is not None]


def read_class_results(folder: Path, assignments: Sequence[str] = (), *, with_pages: bool = False) -> ClassResults:
    """Read every result that `grades.csv` lists with a score, or only those of some assignments.

    Args:
        folder: what `autograder grade` has written.
        assignments: their ids; without any, all.
        with_pages: whether the students' pages are handed out too, and so must be those that were written.

    Raises:
        ExportError: the folder has no results, one that cannot be read, or one that is not what was graded.
        StoreError: the store of the folder cannot be read.
    """
    paths = sorted(folder.glob("*/*/result.json"))
    listed = _listed(folder / "grades.csv")
    if listed is not None:  # the folder may also have results of earlier runs
        paths = [path for path in paths if _may_be_listed(path, listed)]
    if not paths:
        raise ExportError(f"{folder}: has no results; name what `autograder grade --out` has written")
    read = {path: _read(path) for path in paths}
    results = [result for result in read.values() if _is_listed(result, listed)]
    _require_graded(folder, read, with_pages=with_pages)
    chosen = tuple(result for result in results if not assignments or result["assignment"] in assignments)
    if not chosen:
        raise ExportError(f"{folder}: has no result of {', '.join(assignments)}")
    return ClassResults(tuple(sorted(chosen, key=result_key)))


def _require_graded(folder: Path, read: Mapping[Path, Json], *, with_pages: bool) -> None:
    """Refuse results that are not those in the store, where there is one: somebody has changed them.

    Raises:
        ExportError: there is such a result.
    """
    if not (folder / STORE_DIR / "store.db").is_file():
        return
    advice = f"`autograder adjust {folder}` writes it again"
    with Store(folder, read_only=True) as store:
        published = store.published()
        places: dict[ResultKey, Path] = {}
        for path, result in read.items():
            key = result_key(result)
            if key not in published or key in places:
                raise ExportError(f"{path}: was not graded into this folder; remove it")
            places[key] = path
            if store.result(published[key].grading) != result:
                raise ExportError(f"{path}: was changed after it was graded; {advice}, and corrects scores by hand")
            if with_pages and not published[key].is_in(path.parent):
                raise ExportError(f"{path.parent}: has a page that was changed after it was written; {advice}")


def require_same_policies(folder: Path, policies: str | None, adjustments: str | None = None) -> None:
    """Refuse to write points under rules or corrections that differ from those of the tables and pages.

    Args:
        folder: what `autograder grade` has written.
        policies: the hash of today's rules about points (`score_policy_hash`); None if they may differ.
        adjustments: the hash of today's corrections; None if they may differ.

    Raises:
        ExportError: the rules or corrections differ, or run.json cannot be read.
    """
    try:
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        before, corrected = run.get("policies", policies), run.get("adjustments", "")
    except FileNotFoundError:
        return
    except (OSError, ValueError, AttributeError) as error:
        raise ExportError(f"{folder / 'run.json'}: cannot be read; grade the class again") from error
    if policies not in (None, before):
        hint = "name the file of rules that was used with --policies, or grade the class again under these"
        raise ExportError(f"{folder}: was graded under other rules; {hint}")
    if adjustments not in (None, corrected):
        hint = f"`autograder adjust {folder}` brings tables and pages up to date"
        raise ExportError(f"{folder / FILE_NAME}: has changed since the last run; {hint}")


def _listed(table: Path) -> set[tuple[object, str]] | None:
    """Return the (escaped student, assignment) pairs with a result in grades.csv; None if there is no table."""
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


def _may_be_listed(path: Path, listed: set[tuple[object, str]]) -> bool:
    """Return whether a result may be listed, judging by its folder, which may not be the student's name."""
    student, assignment = path.parts[-3], path.parts[-2]
    return SUFFIX_MARK in student or (escape_cell(student), assignment) in listed


def _is_listed(result: Json, listed: set[tuple[object, str]] | None) -> bool:
    return listed is None or (escape_cell(result["student"]), result["assignment"]) in listed


def _read(path: Path) -> Json:
    try:
        result: Json = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExportError(f"{path}: cannot be read ({error}); grade this student again") from error
    if not isinstance(result, dict) or set(result) < REQUIRED_KEYS:
        raise ExportError(f"{path}: is no result of this grader; grade this student again")
    return result


def has_score(result: Json | None) -> bool:
    """Return whether something arrived and all of it could be graded."""
    return result is not None and status_of(result) == GRADED


def is_exported(result: Json | None, *, zeros: bool) -> bool:
    """Return whether points are exported for a result; with *zeros*, also the 0 of what was not handed in."""
    return has_score(result) or (zeros and result is not None and status_of(result) == NOT_SUBMITTED)


def is_excused(result: Json | None) -> bool:
    """Return whether the student of a result is excused."""
    return result is not None and status_of(result) == EXCUSED


def waiting_notes(results: Sequence[Json], *, filled_in: bool) -> list[str]:
    """Return a sentence for each result that has no score: what was refused, is unreadable, or waits for a person.

    Args:
        results: those to export.
        filled_in: whether they go into a file of the platform, whose cells may have values.
    """
    cell = "its cell stays as it is" if filled_in else "its cell is empty"
    return [
        f"{result['student']}, {result['assignment']}: not graded, {status_of(result)}"
        f" ({'; '.join(unscored_reasons(summarize(result)))}); {cell}"
        for result in results
        if result["score"] is None and "excused" not in result
    ]


def excused_notes(results: Sequence[Json], platform: str) -> list[str]:
    """Return a sentence for each excused student, for a platform that has no such word."""
    return [
        f"{result['student']}, {result['assignment']}: excused, which {platform} cannot say; nothing is written"
        for result in filter(is_excused, results)
    ]


def scaled_score(result: Json, maximum: float | None = None) -> float | int:
    """Return the score of a result, scaled to another maximum if one is given."""
    scale = maximum / result["max_score"] if maximum is not None and result["max_score"] else 1
    return shortest_number(round(result["score"] * scale, 2))


def score_comment(result: Json) -> str:
    """Return the points and the outcome of each exercise, one line each; it contains no text of the student."""
    lines = [f"{result['assignment']}: {points_text(result)}"]
    lines += [f"Status: {status}"] if (status := hand_in_status(result)) else []
    lines += [sentence] if (sentence := policy_sentence(result)) else []
    return "\n".join([*lines, *map(_exercise_comment, result["exercises"])])


def _exercise_comment(exercise: Json) -> str:
    """Return points and outcome, and what a named mistake cost, because the checks do not add up to these points."""
    text = f"{exercise['name']}: {points_text(exercise).removesuffix(' points')}, {exercise['outcome']}"
    return ". ".join(filter(None, (text, rubric_line(exercise))))
