"""nbgrader: writes scores and comments into its gradebook with its own API, all of them or none.

Changes are made in a copy of the database, which is written back at the end. No student code runs here.
"""

import os
import shutil
import sqlite3
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from autograder.exports.class_results import ClassResults, ExportError, has_score
from autograder.exports.request import CellChange, ExportChanges, same_value
from autograder.results.files import atomic_replace
from autograder.results.model import Json
from autograder.results.summary import EXCUSED, REJECTED, status_of, was_submitted

LOCK_TIMEOUT = 20.0  # seconds that another program may keep the database locked
CHANGE_COUNTER = slice(24, 28)  # of the file's header: SQLite adds 1 with every change

Complete = Callable[[Any, ClassResults], None]


def write_gradebook(
    graded: ClassResults, path: Path, complete: Complete | None = None, *, everything: bool = False
) -> ExportChanges:
    """Write all scores into a gradebook, or none if there is an error.

    Args:
        graded: the results, each exercise with what it adds to the sum (`policies.apply.per_exercise_scores`).
        path: the database; created if it does not exist.
        complete: called with the open gradebook and the results before it is saved.
        everything: write the 0 of submissions without graded files too.

    Raises:
        ExportError: the database cannot be written, or is not nbgrader's.
    """
    with updated_copy(path) as copy, open_gradebook(copy, path) as book:
        changes = _compare(graded, book)
        for assignment in graded.assignments:
            _declare(book, next(r for r in graded.results if r["assignment"] == assignment))
        for student in graded.students:
            book.update_or_create_student(student)
        for result in graded.results:
            if everything or (was_submitted(result) and status_of(result) not in (*REJECTED, EXCUSED)):
                _fill(book, result)
        if complete is not None:
            complete(book, graded)
        book.db.commit()
    return changes


def compare_gradebook(graded: ClassResults, path: Path) -> ExportChanges:
    """Return what writing would change, without writing it."""
    if not path.exists():
        rows = [result for result in graded.results if has_score(result)]
        return ExportChanges([CellChange(r["student"], r["assignment"], "", f"{r['score']:g}") for r in rows])
    with read_gradebook(path) as book:
        return _compare(graded, book)


def _compare(graded: ClassResults, book: Any) -> ExportChanges:
    changes = ExportChanges()
    for result in filter(has_score, graded.results):
        before, after = _score_in(book, result), f"{result['score']:g}"
        if same_value(before, after):
            changes.same += 1
        else:
            changes.changed.append(CellChange(result["student"], result["assignment"], before, after))
    return changes


def _score_in(book: Any, result: Json) -> str:
    """Return the automatic score in the gradebook; what a person added or gave instead is theirs and stays."""
    from nbgrader.api import MissingEntry  # noqa: PLC0415 - slow, and only where nbgrader is used

    try:
        submission = book.find_submission(result["assignment"], result["student"])
    except MissingEntry:
        return ""
    exercises = {exercise["name"] for exercise in result["exercises"]}
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades if grade.name in exercises]
    automatic = [grade.auto_score for grade in grades if grade.auto_score is not None]
    if not automatic:
        return ""
    penalty = 0.0 if result.get("penalty") is None else submission.late_submission_penalty
    return f"{round(sum(automatic) - penalty, 2):g}"


def _declare(book: Any, result: Json) -> None:
    """Declare the assignment, its notebook and a graded cell per exercise, which new submissions copy."""
    name = result["assignment"]
    book.update_or_create_assignment(name)
    book.update_or_create_notebook(name, name)
    for exercise in result["exercises"]:
        points = float(exercise["max_score"])
        book.update_or_create_grade_cell(exercise["name"], name, name, max_score=points, cell_type="code")
        book.update_or_create_solution_cell(answer_cell(exercise), name, name)


def answer_cell(exercise: Json) -> str:
    """Return the name of the cell in which students write, in this course's notebooks; comments belong to it."""
    return f"code-{exercise['name']}"


def _fill(book: Any, result: Json) -> None:
    """Fill in the cells, and the late penalty if the course has a rule for it; otherwise nbgrader's penalty stays."""
    grades, comments = _cells(book, result)
    if result.get("penalty") is not None:
        name = result["assignment"]
        book.find_submission_notebook(name, name, result["student"]).late_submission_penalty = result["penalty"]
    for exercise in result["exercises"]:
        grade = grades[exercise["name"]]
        grade.auto_score = None if exercise["score"] is None else float(exercise["score"])
        if grade.manual_score is None:  # otherwise a person has decided, and may have asked for another look
            grade.needs_manual_grade = grade.auto_score is None
        comments[answer_cell(exercise)].auto_comment = f"{exercise['outcome']}; {exercise['note']}".strip("; ")


def _cells(book: Any, result: Json) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the cells for scores and comments; a submission that lacks a new exercise is created again."""
    name, student = result["assignment"], result["student"]
    needed = {exercise["name"] for exercise in result["exercises"]}
    answers = {answer_cell(exercise) for exercise in result["exercises"]}
    kept = PersonalEntries()
    for _ in range(2):
        submission = book.update_or_create_submission(name, student)
        notebook = next((item for item in submission.notebooks if item.name == name), None)
        grades = {grade.name: grade for grade in notebook.grades} if notebook else {}
        comments = {comment.name: comment for comment in notebook.comments} if notebook else {}
        if needed <= set(grades) and answers <= set(comments):
            kept.put_back(submission)
            return grades, comments
        kept.take(submission)
        book.remove_submission(name, student)
    raise ExportError(f"{student}, {name}: the gradebook takes no grades for {', '.join(sorted(needed - set(grades)))}")


GRADE_ENTRIES = ("manual_score", "extra_credit", "needs_manual_grade")  # what people decide in formgrader


class PersonalEntries:
    """What people entered into a submission, while it is removed from the gradebook and created again."""

    def __init__(self) -> None:
        self._grades: dict[tuple[str, str], dict[str, Any]] = {}
        self._comments: dict[tuple[str, str], Any] = {}
        self._penalties: dict[str, Any] = {}
        self._timestamp: Any = None

    def take(self, submission: Any) -> None:
        """Remember everything that no grader can make again."""
        self._timestamp = submission.timestamp
        for notebook in submission.notebooks:
            self._penalties[notebook.name] = notebook.late_submission_penalty
            for grade in notebook.grades:
                self._grades[notebook.name, grade.name] = {name: getattr(grade, name) for name in GRADE_ENTRIES}
            for comment in notebook.comments:
                self._comments[notebook.name, comment.name] = comment.manual_comment

    def put_back(self, submission: Any) -> None:
        """Enter it again where its cells still exist."""
        if self._timestamp is not None:
            submission.timestamp = self._timestamp
        for notebook in submission.notebooks:
            notebook.late_submission_penalty = self._penalties.get(notebook.name, notebook.late_submission_penalty)
            for grade in notebook.grades:
                for name, value in self._grades.get((notebook.name, grade.name), {}).items():
                    setattr(grade, name, value)
            for comment in notebook.comments:
                comment.manual_comment = self._comments.get((notebook.name, comment.name), comment.manual_comment)


@contextmanager
def open_gradebook(copy: Path, path: Path) -> Iterator[Any]:
    """Open nbgrader's Gradebook on a copy of the database at *path*, which error messages name."""
    from nbgrader.api import Gradebook  # noqa: PLC0415 - slow, and only where nbgrader is used
    from sqlalchemy import text  # noqa: PLC0415 - the same
    from sqlalchemy.exc import SAWarning, SQLAlchemyError  # noqa: PLC0415 - the same

    try:
        with _scripts_on_path():
            book = Gradebook(f"sqlite:///{copy}")
        with closing(book), warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # from nbgrader's own way of adding submissions
            book.db.execute(text("PRAGMA synchronous = OFF"))  # an unfinished copy is thrown away
            yield book
    except (SQLAlchemyError, OSError) as error:
        reason = str(error).split("\n", maxsplit=1)[0]
        raise ExportError(f"{path}: cannot be used as nbgrader's gradebook ({reason})") from error


@contextmanager
def read_gradebook(path: Path) -> Iterator[Any]:
    """Open a temporary copy of the gradebook; changes to it are lost."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "gradebook.db"
        _copy(path, copy)
        with open_gradebook(copy, path) as book:
            yield book


@contextmanager
def updated_copy(path: Path) -> Iterator[Path]:
    """Yield a copy of the database, which is written back if no error was raised.

    An existing file is changed in one SQLite transaction, not replaced: a running formgrader keeps it open.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        copy = folder / path.name
        before = _change_counter(path)
        if path.exists():
            _copy(path, copy)
        yield copy
        if _change_counter(path) != before:
            raise ExportError(f"{path}: another program has changed it meanwhile; nothing is written, run this again")
        if path.exists():
            _copy(copy, path)
        else:
            atomic_replace(copy, path, durable=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _change_counter(path: Path) -> bytes:
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(100)[CHANGE_COUNTER]


def _copy(path: Path, copy: Path) -> None:
    """Copy a database consistently, even while another program writes; an existing copy changes in one transaction."""
    end = time.monotonic() + LOCK_TIMEOUT

    def wait(status: int, *_: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise sqlite3.OperationalError("another program is writing to it")

    try:
        with (
            closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target, progress=wait)
    except sqlite3.OperationalError as error:
        hint = "close the programs that use the gradebook, then run this again"
        raise ExportError(f"{path}: cannot be copied ({error}); {hint}") from error
    except sqlite3.Error as error:
        raise ExportError(f"{path}: is no SQLite database ({error}); name nbgrader's gradebook.db") from error


@contextmanager
def _scripts_on_path() -> Iterator[None]:
    """Put the scripts of this Python's environment on PATH: nbgrader runs `alembic` by name to create a database."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before
