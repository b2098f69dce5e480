"""What was handed in, as the store keeps it, so that it can be graded again however it was delivered."""

import json
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path

from autograder.course import Course
from autograder.errors import AutograderError
from autograder.intake.lateness import notes_with_lateness
from autograder.intake.submission import Intake, Submission
from autograder.results.model import Json
from autograder.results.store import STORE_DIR, Store, result_key


class NotKeptError(AutograderError):
    """The files of a result are not in the store; the message is one sentence that says what to do."""


def keep_submissions(store: Store, submissions: Iterable[Submission]) -> None:
    """Keep submissions in the store; what was known of the same files is replaced."""
    kept = list(submissions)
    store.add_sources((item.sha256, item.sources) for item in kept)
    store.add_hand_ins(((item.student, item.assignment), item.sha256, _facts(item)) for item in kept)


def _facts(submission: Submission) -> Json:
    """Return all that is known of a submission besides its files."""
    facts = {field.name: getattr(submission, field.name) for field in fields(Submission)}
    del facts["student"], facts["assignment"], facts["sources"]
    return facts | {"refused": sorted(submission.refused)}


def kept_class(store: Store, course: Course) -> tuple[Intake, list[str]]:
    """Return everything that counts in an output folder as it was handed in.

    Returns:
        The submissions, and a sentence for each whose files an older version did not keep.
    """
    submissions: list[Submission] = []
    lost: list[str] = []
    parts = {assignment.id for assignment in course}
    for (student, assignment), state in sorted(store.published().items()):
        if assignment in parts:
            try:
                submissions.append(_kept(store, course, store.result(state.grading)))
            except NotKeptError as error:
                lost.append(f"{student}, {assignment}: {error}")
    return Intake(tuple(submissions), ()), lost


def _kept(store: Store, course: Course, result: Json) -> Submission:
    """Return the submission of a result.

    Raises:
        NotKeptError: its files are not kept.
    """
    key, submission = result_key(result), result["submission"]
    sources = store.sources(submission["sha256"])
    if not sources and submission["files"]:
        raise NotKeptError("the files that were graded are not in the store; name the downloads that they came in")
    known = replace(known_hand_in(store, result), sources=sources)
    if store.hand_in(key, submission["sha256"]) is not None:
        return known
    files = set(course.assignment(result["assignment"]).files) - set(sources)
    return replace(known, missing={file: f"{file} is not among the files that were graded" for file in files})


def known_hand_in(store: Store, result: Json) -> Submission:
    """Return all that is known of the submission of a result but its files; it is late as the result says.

    What an older version did not keep follows from the rest: a mark of the platform gives no time.
    """
    key, submission = result_key(result), result["submission"]
    facts = store.hand_in(key, submission["sha256"]) or _facts_of_result(result)
    late, handed_in = submission.get("late", False), submission.get("handed_in", "")
    facts = {"time": handed_in, "marked": late and not handed_in} | facts
    facts |= {"late": late, "handed_in": handed_in, "due": submission.get("due", "")}
    facts |= {name: tuple(facts.get(name, ())) for name in ("notes", "received", "unreadable", "names")}
    facts["notes"] = notes_with_lateness(facts["notes"], submission["notes"])
    return Submission(*key, {}, **facts | {"refused": frozenset(facts.get("refused", ()))})


def _facts_of_result(result: Json) -> Json:
    """Return what a result says of its submission: all that older versions kept."""
    submission = result["submission"]
    names = ("notes", "late", "attempts", "handed_in", "due", "received")
    facts: Json = {name: submission[name] for name in names if name in submission}
    if submission.get("status") == "unreadable":
        facts["unreadable"] = [submission["reason"]]
    return facts


def is_result_folder(folder: Path) -> bool:
    """Return whether a folder is that of a result, in an output folder with a store."""
    out = folder.absolute().parents
    return len(out) > 1 and (folder / "result.json").is_file() and (out[1] / STORE_DIR / "store.db").is_file()


def kept_submission(folder: Path, course: Course) -> Submission:
    """Return the submission that was graded into the folder of a result.

    Raises:
        NotKeptError: the result cannot be read, no file of it was graded, or its files are not in the store.
        StoreError: the store cannot be read.
    """
    try:
        result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        with Store(folder.absolute().parents[1], read_only=True) as store:
            submission = _kept(store, course, result)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotKeptError(f"{folder / 'result.json'}: cannot be read; grade this student again") from error
    except NotKeptError as error:
        raise NotKeptError(f"{folder}: {error}") from error
    if not submission.sources:
        status = result["submission"].get("status", "not submitted")
        raise NotKeptError(f"{folder}: no file of this hand-in was graded ({status})")
    return submission
