"""Scores, comments and pages go where nbgrader and its formgrader look for them."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.channels.nbgrader.sources import sources_of
from autograder.channels.nbgrader.take import Taken
from autograder.channels.nbgrader.tidy import Tidy, tidy
from autograder.channels.nbgrader.told import told
from autograder.course import Course
from autograder.exports.changes import Changes
from autograder.exports.gradebook import write_gradebook
from autograder.exports.graded import ExportError, Graded, read_graded
from autograder.intake.entries import MAX_NOTEBOOK, Entry, UnreadableError, folder_entries, student_budget
from autograder.intake.names import NOTEBOOK
from autograder.intake.parser_process import ParserProcess
from autograder.policies import here_and_now
from autograder.policies.cells import in_cells
from autograder.results.files import write_text
from autograder.results.model import Json
from autograder.results.places import folder_names

NOT_GIVEN = 3
ALONG = ("timestamp.txt", "submission_secret.txt")  # what nbgrader itself copies from step to step


@dataclass(frozen=True)
class Shown:
    """What formgrader gets to see of one submission."""

    result: Json
    notebook: Tidy | None
    along: dict[str, str]


def give_back(taken: Taken, course: Course, out: Path, status: int) -> int:
    """Give back what was graded; the exit status of grading, or 3 when the gradebook did not take it."""
    try:
        changes = Giver(taken, course, out).give()
    except (ExportError, OSError) as error:
        print(f"autograder: {error}; the results are in {out}", file=sys.stderr)  # noqa: T201 - what the user is to read
        return NOT_GIVEN
    scores = f"{len(changes.changed)} scores change, {changes.same} stay"
    print(f"{taken.folders.database.name}: {scores}; autograded/ and feedback/ are written")  # noqa: T201 - the same
    return status


class Giver:
    """Gives back what was graded, after the gradebook has taken it."""

    def __init__(self, taken: Taken, course: Course, out: Path) -> None:
        self._taken = taken
        self._course = course
        self._out = out
        self._shown: list[Shown] = []

    def give(self) -> Changes:
        """Write the gradebook as a whole, then the pages.

        Raises:
            ExportError: the gradebook cannot be written.
        """
        mine = {(item.student, item.assignment) for item in self._taken.intake.submissions}
        there = read_graded(self._out).results
        results = [item for item in there if (item["student"], item["assignment"]) in mine]
        rules, now = self._course.policies, here_and_now()
        ours = [in_cells(item, rules, now) | {"student": self._taken.students[item["student"]]} for item in results]
        changes = write_gradebook(Graded(tuple(ours)), self._taken.folders.database, self._complete, everything=True)
        folders = folder_names((item["student"] for item in there), self._out)
        for result, shown in zip(results, self._shown, strict=True):
            self._write(shown, self._out / folders[result["student"]] / result["assignment"])
        return changes

    def _complete(self, book: Any, graded: Graded) -> None:
        """What only nbgrader has: the time of a submission, and the answers that a person grades."""
        sources = {name: sources_of(book, self._course.assignment(name)) for name in graded.assignments}
        with ParserProcess() as reader:
            for result in graded.results:
                name = result["assignment"]
                folder = self._taken.folders.submitted(result["student"], name)
                entries = [entry for entry in folder_entries(folder, student_budget()) if len(entry.parts) == 1]
                along = {file: text for file in ALONG if (text := _text(entries, file))}
                made = None
                if data := _notebook(entries, name):
                    made = reader.run(tidy, (data, sources[name], told(result)), None)
                self._shown.append(Shown(result, made, along))
                _set(book, result, made, along.get("timestamp.txt", ""))

    def _write(self, shown: Shown, graded: Path) -> None:
        student, name = shown.result["student"], shown.result["assignment"]
        to_grade = self._taken.folders.autograded(student, name)
        to_read = self._taken.folders.feedback(student, name)
        for folder in (to_grade, to_read):
            for file, text in shown.along.items():
                write_text(folder / file, text)
        if shown.notebook is not None:
            write_text(to_grade / f"{name}.ipynb", shown.notebook.text)
        write_text(to_read / f"{name}.html", (graded / "feedback.html").read_text(encoding="utf-8"))


def _set(book: Any, result: Json, made: Tidy | None, timestamp: str) -> None:
    from nbgrader.utils import parse_utc  # noqa: PLC0415 - slow, and only where nbgrader is used

    submission = book.find_submission(result["assignment"], result["student"])
    try:
        time = parse_utc(timestamp.strip()) if timestamp.strip() else None
    except ValueError:
        time = None
    again = submission.timestamp != time
    submission.timestamp = time
    exercises = {exercise["name"] for exercise in result["exercises"]}
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            if notebook.name != result["assignment"] or grade.name not in exercises:
                _leave(grade, made, again=again)


def _leave(grade: Any, made: Tidy | None, *, again: bool) -> None:
    """A cell that a person grades; a grade that is there stays, and is to be looked at where the work is newer."""
    if made is None or grade.name in made.unanswered:
        grade.auto_score, grade.needs_manual_grade = 0.0, grade.manual_score is not None and again
    elif grade.manual_score is None or again:
        grade.auto_score, grade.needs_manual_grade = None, True


def _notebook(entries: Iterable[Entry], name: str) -> bytes:
    """The submitted notebook: that of the right name, or else the only one."""
    found = [entry for entry in entries if NOTEBOOK.search(entry.name) and not entry.folder]
    exact = [entry for entry in found if entry.name == f"{name}.ipynb"] or found
    if len(exact) != 1:
        return b""
    try:
        return exact[0].read(MAX_NOTEBOOK)
    except UnreadableError:
        return b""


def _text(entries: Iterable[Entry], name: str) -> str:
    for entry in entries:
        if entry.name == name and not entry.folder:
            try:
                return entry.read(1000).decode()
            except (UnreadableError, UnicodeDecodeError):
                return ""
    return ""
