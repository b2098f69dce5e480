"""Reads a submission that was graded from the store, so that it can be graded again however it was delivered."""

import json
from pathlib import Path

from autograder.course import Course
from autograder.errors import AutograderError
from autograder.intake.submission import Submission
from autograder.results.store import STORE_DIR, Store


class NotKeptError(AutograderError):
    """The files of a result are not in the store; the message is one sentence that says what to do."""


def is_result_folder(folder: Path) -> bool:
    """Return whether a folder is that of a result, in an output folder with a store."""
    out = folder.absolute().parents
    return len(out) > 1 and (folder / "result.json").is_file() and (out[1] / STORE_DIR / "store.db").is_file()


def kept_submission(folder: Path, course: Course) -> Submission:
    """Return the submission that was graded into the folder of a result.

    Raises:
        NotKeptError: the result cannot be read, or its files are not in the store.
        StoreError: the store cannot be read.
    """
    try:
        result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        student, assignment, submission = result["student"], result["assignment"], result["submission"]
        sha256, notes = str(submission["sha256"]), tuple(submission["notes"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotKeptError(f"{folder / 'result.json'}: cannot be read; grade this student again") from error
    with Store(folder.absolute().parents[1], read_only=True) as store:
        sources = store.sources(sha256)
    if not sources:
        if "status" in submission:
            raise NotKeptError(f"{folder}: no file of this hand-in was graded ({submission['status']})")
        hint = "grade the same submissions into this folder once more, or name the student's own folder"
        raise NotKeptError(f"{folder}: the files that were graded are not in the store; {hint}")
    files = set(course.assignment(assignment).files) - set(sources)
    missing = {file: f"{file} is not among the files that were graded" for file in files}
    return Submission(str(student), str(assignment), sources, notes, missing)
