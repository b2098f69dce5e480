"""nbgrader: scores and comments in its gradebook, through its own API. No student code goes near it."""

import os
import shutil
import sqlite3
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from autograder.exports.changes import Change, Changes, same
from autograder.exports.graded import ExportError, Graded, handed_in
from autograder.results.model import Json

EMPTY = ""


def write_gradebook(graded: Graded, path: Path) -> Changes:
    """Put all scores into the database at `path`, made where there is none; it changes as a whole or not at all.

    Raises:
        ExportError: the database cannot be written, or is not nbgrader's.
    """
    with _aside(path) as copy, _opened(copy, path) as book:
        changes = _compare(graded, book)
        for assignment in graded.assignments:
            _declare(book, next(r for r in graded.results if r["assignment"] == assignment))
        for student in graded.students:
            book.update_or_create_student(student)
        for result in filter(handed_in, graded.results):
            _fill(book, result)
        book.db.commit()
    return changes


def compare_gradebook(graded: Graded, path: Path) -> Changes:
    """What writing would change; nothing is written."""
    if not path.exists():
        rows = [result for result in graded.results if handed_in(result)]
        return Changes([Change(r["student"], r["assignment"], EMPTY, f"{r['score']:g}") for r in rows])
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "gradebook.db"
        _copy(path, copy)
        with _opened(copy, path) as book:
            return _compare(graded, book)


def _compare(graded: Graded, book: Any) -> Changes:
    changes = Changes()
    for result in filter(handed_in, graded.results):
        before, after = _score_in(book, result), f"{result['score']:g}"
        if same(before, after):
            changes.same += 1
        else:
            changes.changed.append(Change(result["student"], result["assignment"], before, after))
    return changes


def _score_in(book: Any, result: Json) -> str:
    from nbgrader.api import MissingEntry  # noqa: PLC0415 - slow, and only where nbgrader is used

    try:
        return f"{round(book.find_submission(result['assignment'], result['student']).score, 2):g}"
    except MissingEntry:
        return EMPTY


def _declare(book: Any, result: Json) -> None:
    """Assignment, notebook and one graded cell per exercise, before any submission: submissions copy what is there."""
    name = result["assignment"]
    book.update_or_create_assignment(name)
    book.update_or_create_notebook(name, name)
    for exercise in result["exercises"]:
        points = float(exercise["max_score"])
        book.update_or_create_grade_cell(exercise["name"], name, name, max_score=points, cell_type="code")
        book.update_or_create_solution_cell(answer(exercise), name, name)


def answer(exercise: Json) -> str:
    """The cell in which students write, in the notebooks of this course; comments stand at it."""
    return f"code-{exercise['name']}"


def _fill(book: Any, result: Json) -> None:
    grades, comments = _places(book, result)
    for exercise in result["exercises"]:
        grade = grades[exercise["name"]]
        grade.auto_score, grade.needs_manual_grade = float(exercise["score"]), False
        comments[answer(exercise)].auto_comment = f"{exercise['outcome']}; {exercise['note']}".strip("; ")


def _places(book: Any, result: Json) -> tuple[dict[str, Any], dict[str, Any]]:
    """Where scores and comments go; a submission made before an exercise was added is made again."""
    name, student = result["assignment"], result["student"]
    needed = {exercise["name"] for exercise in result["exercises"]}
    answers = {answer(exercise) for exercise in result["exercises"]}
    for _ in range(2):
        submission = book.update_or_create_submission(name, student)
        notebook = next((item for item in submission.notebooks if item.name == name), None)
        grades = {grade.name: grade for grade in notebook.grades} if notebook else {}
        comments = {comment.name: comment for comment in notebook.comments} if notebook else {}
        if needed <= set(grades) and answers <= set(comments):
            return grades, comments
        book.remove_submission(name, student)
    raise ExportError(f"{student}, {name}: the gradebook takes no grades for {', '.join(sorted(needed - set(grades)))}")


@contextmanager
def _opened(copy: Path, path: Path) -> Iterator[Any]:
    from nbgrader.api import Gradebook  # noqa: PLC0415 - slow, and only where nbgrader is used
    from sqlalchemy import text  # noqa: PLC0415 - the same
    from sqlalchemy.exc import SAWarning, SQLAlchemyError  # noqa: PLC0415 - the same

    try:
        with _tools_on_path():
            book = Gradebook(f"sqlite:///{copy}")
        with closing(book), warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own way of adding submissions
            book.db.execute(text("PRAGMA synchronous = OFF"))  # a copy is worth nothing until it is whole
            yield book
    except (SQLAlchemyError, OSError) as error:
        reason = str(error).split("\n", maxsplit=1)[0]
        raise ExportError(f"{path}: cannot be used as nbgrader's gradebook ({reason})") from error


@contextmanager
def _tools_on_path() -> Iterator[None]:
    """Nbgrader calls `alembic` by name to make a database; it lies beside this Python."""
    before = os.environ.get("PATH", "")
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before])
    try:
        yield
    finally:
        os.environ["PATH"] = before


@contextmanager
def _aside(path: Path) -> Iterator[Path]:
    """A copy to work on that takes the place of the database when all went well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}."))
    try:
        copy = folder / path.name
        if path.exists():
            _copy(path, copy)
        yield copy
        os.replace(copy, path)  # noqa: PTH105 - one step
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(path: Path, copy: Path) -> None:
    """A consistent copy, even while somebody else writes."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise ExportError(f"{path}: is no SQLite database ({error}); name nbgrader's gradebook.db") from error
