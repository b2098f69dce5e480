"""nbgrader: scores and comments in its gradebook, through its own API. No student code goes near it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.exports.changes import Change, Changes, same
from autograder.exports.database import aside, looked_at, opened
from autograder.exports.graded import ExportError, Graded, handed_in, has_score
from autograder.results.model import Json

EMPTY = ""


Complete = Callable[[Any, Graded], None]


def write_gradebook(
    graded: Graded, path: Path, complete: Complete | None = None, *, everything: bool = False
) -> Changes:
    """Put all scores into the database at `path`, made where there is none; it changes as a whole or not at all.

    With `everything`, also the 0 of what holds no file that is graded; `complete` may add to the open gradebook.

    Raises:
        ExportError: the database cannot be written, or is not nbgrader's.
    """
    with aside(path) as copy, opened(copy, path) as book:
        changes = _compare(graded, book)
        for assignment in graded.assignments:
            _declare(book, next(r for r in graded.results if r["assignment"] == assignment))
        for student in graded.students:
            book.update_or_create_student(student)
        for result in graded.results:
            if everything or handed_in(result):
                _fill(book, result)
        if complete is not None:
            complete(book, graded)
        book.db.commit()
    return changes


def compare_gradebook(graded: Graded, path: Path) -> Changes:
    """What writing would change; nothing is written."""
    if not path.exists():
        rows = [result for result in graded.results if has_score(result)]
        return Changes([Change(r["student"], r["assignment"], EMPTY, f"{r['score']:g}") for r in rows])
    with looked_at(path) as book:
        return _compare(graded, book)


def _compare(graded: Graded, book: Any) -> Changes:
    changes = Changes()
    for result in filter(has_score, graded.results):
        before, after = _score_in(book, result), f"{result['score']:g}"
        if same(before, after):
            changes.same += 1
        else:
            changes.changed.append(Change(result["student"], result["assignment"], before, after))
    return changes


def _score_in(book: Any, result: Json) -> str:
    from nbgrader.api import MissingEntry  # noqa: PLC0415 - slow, and only where nbgrader is used

    try:
        found = book.find_submission(result["assignment"], result["student"])
    except MissingEntry:
        return EMPTY
    taken = 0.0 if result.get("penalty") is None else found.late_submission_penalty
    return f"{round(found.score - taken, 2):g}"


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
    """The cells, and where the course has a rule for lateness, what it takes; else nbgrader's own penalty stays."""
    grades, comments = _places(book, result)
    if result.get("penalty") is not None:
        name = result["assignment"]
        book.find_submission_notebook(name, name, result["student"]).late_submission_penalty = result["penalty"]
    for exercise in result["exercises"]:
        grade = grades[exercise["name"]]
        score = None if exercise["score"] is None else float(exercise["score"])
        grade.auto_score, grade.needs_manual_grade = score, score is None
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
