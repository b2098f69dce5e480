"""Release scores, comments and pages to the places where nbgrader and its formgrader expect them."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.course import Course
from autograder.exports.class_results import ClassResults, ExportError, read_class_results
from autograder.exports.nbgrader import write_gradebook
from autograder.exports.request import ExportChanges
from autograder.intake.entries import MAX_NOTEBOOK, Entry, UnreadableError, folder_entries, student_budget
from autograder.intake.names import NOTEBOOK
from autograder.intake.parser_process import ParserProcess
from autograder.platforms.nbgrader.collect import CollectedSubmissions
from autograder.platforms.nbgrader.people import (
    PersonalGrades,
    personal_lines,
    read_personal_grades,
    with_personal_grades,
)
from autograder.platforms.nbgrader.sanitize import SanitizedNotebook, released_cells, sanitize
from autograder.policies import with_policies
from autograder.policies.apply import per_exercise_scores
from autograder.reports.feedback_text import cell_comments
from autograder.reports.pages import feedback_html
from autograder.results.adjustments import read_adjustments
from autograder.results.files import write_text
from autograder.results.folder_names import folder_names
from autograder.results.model import Json

NOT_RELEASED = 3
TIMESTAMP = "timestamp.txt"
COPIED_FILES = (TIMESTAMP, "submission_secret.txt")  # nbgrader copies these from step to step


@dataclass(frozen=True)
class ReleasedSubmission:
    """What formgrader shows of one submission, and what people did with it there."""

    result: Json
    personal: PersonalGrades
    notebook: SanitizedNotebook | None
    copied: dict[str, str]


def release_results(collected: CollectedSubmissions, course: Course, out: Path, status: int) -> int:
    """Release what was graded, and print what was done.

    Returns:
        *status*, the exit status of grading, or 3 when the gradebook could not be written.
    """
    try:
        releaser = Releaser(collected, course, out)
        changes = releaser.release()
    except (ExportError, OSError) as error:
        print(f"autograder: {error}; the results are in {out}", file=sys.stderr)  # noqa: T201 - for the user
        return NOT_RELEASED
    for line in releaser.personal_lines():
        print(line)  # noqa: T201 - the same
    scores = f"{len(changes.changed)} scores change, {changes.same} stay"
    print(f"{collected.folder.database.name}: {scores}; autograded/ and feedback/ are written")  # noqa: T201 - the same
    return status


class Releaser:
    """Writes the gradebook and then the pages, so that no page appears before its score."""

    def __init__(self, collected: CollectedSubmissions, course: Course, out: Path) -> None:
        self._collected = collected
        self._course = course
        self._out = out
        self._adjustments = read_adjustments(out, course.exercise_names)
        self._released: list[ReleasedSubmission] = []

    def release(self) -> ExportChanges:
        """Write the gradebook as a whole, then the pages.

        Raises:
            ExportError: the gradebook cannot be written.
        """
        collected = {(item.student, item.assignment) for item in self._collected.intake.submissions}
        all_results = read_class_results(self._out).results
        results = [item for item in all_results if (item["student"], item["assignment"]) in collected]
        graded = ClassResults(tuple(self._for_gradebook(results)))
        changes = write_gradebook(graded, self._collected.folder.database, self._complete, everything=True)
        folders = folder_names((item["student"] for item in all_results), self._out)
        for result, released in zip(results, self._released, strict=True):
            self._write(released, self._page(result, released, folders[result["student"]]))
        return changes

    def personal_lines(self) -> list[str]:
        """Return a line for each cell that people graded or commented on, or that waits for them."""
        return personal_lines((item.result, item.personal) for item in self._released)

    def _page(self, result: Json, released: ReleasedSubmission, folder: str) -> str:
        """Return the page of a student: that of the results, with what people did in formgrader."""
        plain: Path = self._out / folder / result["assignment"] / "feedback.html"
        corrections = self._adjustments.of(result["student"], result["assignment"])
        view = with_policies(result, self._course.policies, self._course.policies.now, corrections)
        shown = with_personal_grades(view, released.result, released.personal)
        if shown is view:
            return plain.read_text(encoding="utf-8")
        page: str = feedback_html(shown, self._course.assignment(result["assignment"]).title)
        return page

    def _for_gradebook(self, results: Iterable[Json]) -> Iterable[Json]:
        policies, now = self._course.policies, self._course.policies.now
        for item in results:
            corrections = self._adjustments.of(item["student"], item["assignment"])
            yield per_exercise_scores(item, policies, now, corrections) | {
                "student": self._collected.students[item["student"]]
            }

    def _complete(self, book: Any, graded: ClassResults) -> None:
        """Add what only nbgrader has: the time of a submission, and the answers that a person grades."""
        cells = {name: released_cells(book, self._course.assignment(name)) for name in graded.assignments}
        with ParserProcess() as reader:
            for result in graded.results:
                name = result["assignment"]
                folder = self._collected.folder.submitted(result["student"], name)
                entries = [entry for entry in folder_entries(folder, student_budget()) if len(entry.parts) == 1]
                copied = {file: text for file in COPIED_FILES if (text := _text(entries, file))}
                notebook = None
                if data := _notebook(entries, name):
                    notebook = reader.run(sanitize, (data, cells[name], cell_comments(result)), None)
                _update_submission(book, result, notebook, copied.get(TIMESTAMP, ""))
                personal = read_personal_grades(book, result)
                self._released.append(ReleasedSubmission(result, personal, notebook, copied))

    def _write(self, released: ReleasedSubmission, page: str) -> None:
        student, name = released.result["student"], released.result["assignment"]
        autograded = self._collected.folder.autograded(student, name)
        feedback = self._collected.folder.feedback(student, name)
        for folder in (autograded, feedback):
            for file, text in released.copied.items():
                write_text(folder / file, text)
        if released.notebook is not None:
            write_text(autograded / f"{name}.ipynb", released.notebook.text)
        write_text(feedback / f"{name}.html", page)


def _update_submission(book: Any, result: Json, notebook: SanitizedNotebook | None, timestamp: str) -> None:
    """Set the time of a submission, and which of its cells wait for a person."""
    from nbgrader.utils import parse_utc  # noqa: PLC0415 - slow, and only where nbgrader is used

    submission = book.find_submission(result["assignment"], result["student"])
    try:
        time = parse_utc(timestamp.strip()) if timestamp.strip() else None
    except ValueError:
        time = None
    resubmitted = submission.timestamp != time
    submission.timestamp = time
    exercises = {exercise["name"] for exercise in result["exercises"]}
    for item in submission.notebooks:
        for grade in item.grades:
            if item.name != result["assignment"] or grade.name not in exercises:
                _request_manual_grade(grade, notebook, resubmitted=resubmitted)
            elif grade.manual_score is not None and resubmitted:
                grade.needs_manual_grade = True


def _request_manual_grade(grade: Any, notebook: SanitizedNotebook | None, *, resubmitted: bool) -> None:
    """Request a manual grade for a cell; an existing one stays, but must be checked again after a resubmission."""
    if notebook is None or grade.name in notebook.unanswered:
        grade.auto_score = 0.0
        grade.needs_manual_grade = grade.manual_score is not None and (resubmitted or grade.needs_manual_grade)
    elif grade.manual_score is None or resubmitted:
        grade.auto_score, grade.needs_manual_grade = None, True


def _notebook(entries: Iterable[Entry], name: str) -> bytes:
    """Return the submitted notebook: the one with the right name, or else the only one; empty if there is none."""
    notebooks = [entry for entry in entries if NOTEBOOK.search(entry.name) and not entry.folder]
    chosen = [entry for entry in notebooks if entry.name == f"{name}.ipynb"] or notebooks
    if len(chosen) != 1:
        return b""
    try:
        return chosen[0].read(MAX_NOTEBOOK)
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
