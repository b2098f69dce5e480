"""`autograder remove`: take results out of the folder of a course, such as those under a wrong name."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    NamedPath,
    command,
    open_course,
    require_results,
    working,
    writing,
)
from autograder.cli.options import json_option, options_of_run, policies_option
from autograder.course.policies import with_policies_file
from autograder.errors import AutograderError
from autograder.execution.removal import bring_back_results, remove_results
from autograder.execution.republish import republish
from autograder.exports.class_results import require_same_policies
from autograder.policies import score_policy_hash
from autograder.results.adjustments import FILE_NAME, Adjustments, read_adjustments
from autograder.results.store import ResultKey, Store


class RemovalError(AutograderError):
    """Nothing can be removed or brought back; the message is one sentence that says what to do."""


@command(
    arguments={"GRADED": "output folder of `autograder grade`"},
    statuses={DONE: "the results are moved aside, now or already, or brought back", BAD_ARGUMENTS: "bad arguments"},
    examples=[
        "autograder remove graded --student Ada_Lovelace_17",
        "autograder remove graded --student ada --assignment 02",
        "autograder remove graded --student ada --undo",
    ],
)
@click.argument("graded", type=NamedPath())
@click.option("--student", metavar="ID", required=True, help="Whose results, as in grades.csv.")
@click.option("--assignment", metavar="NN", default="", help="Only those of this assignment.")
@click.option("--undo", is_flag=True, help="Bring back what was removed.")
@policies_option
@json_option
def remove(*, graded: Path, student: str, assignment: str, undo: bool, policies: Path | None, as_json: bool) -> int:
    """Take a student's results out of the folder of a course, such as those under a wrong name.

    Nothing is deleted: the folder of each result is moved into GRADED/.removed, and the table, the class page and
    exports are made without it. Submissions are left alone: a result is graded again if it is still handed in.
    """
    course = with_policies_file(open_course(json=as_json), policies)
    require_results(graded)
    require_same_policies(graded, score_policy_hash(course.policies))
    chosen = course.assignment(assignment).id if assignment else ""
    with writing(), working("bringing pages up to date"), Store(graded) as store:
        keys = _keys(store, student, chosen, undo=undo)
        repeated = not undo and not set(keys) & set(store.published())
        adjustments = read_adjustments(graded, course.exercise_names)
        store.begin_run("remove --undo" if undo else "remove", {})
        moved = [] if undo else remove_results(graded, store, keys)
        if undo:
            bring_back_results(store, keys)
        republish(graded, course, store, adjustments, options_of_run(policies))
    notes = [] if undo else [_note(adjustments, keys)]
    (_report_json if as_json else _report)(keys, moved, notes, undo=undo, repeated=repeated)
    if not undo and not as_json:
        option = ["--assignment", chosen] if chosen else []
        words = ("remove", str(graded), "--student", student, *option, "--undo")
        click.echo(f"to undo it: {options_of_run(policies, anywhere=False).command(*words)}")
    return DONE


def _keys(store: Store, student: str, assignment: str, *, undo: bool) -> list[ResultKey]:
    """Return what the options name; a result that was removed may be named again, after a call that was interrupted.

    Raises:
        RemovalError: they name no result.
    """
    removed = store.removed()
    listed = removed if undo else sorted(store.published())
    own, gone = ([key for key in keys if key[0] == student] for keys in (listed, removed))
    for keys in (own, gone):
        if chosen := [key for key in keys if assignment in ("", key[1])]:
            return chosen
    if own:
        raise RemovalError(f"--assignment {assignment}: {student} has {', '.join(name for _, name in own)}")
    if undo:
        names = ", ".join(dict.fromkeys(name for name, _ in listed)) or "nothing"
        raise RemovalError(f"--student {student}: nothing of this student was removed; removed: {names}")
    similar = get_close_matches(student, {name for name, _ in listed}, n=1)
    hint = f"; did you mean {similar[0]}?" if similar else "; grades.csv lists them"
    raise RemovalError(f"--student {student}: no result has this student{hint}")


def _note(adjustments: Adjustments, keys: Iterable[ResultKey]) -> str:
    """Say which corrections are left without a result; empty if there are none."""
    numbers = [str(item.number) for key in keys for item in adjustments.of(*key)]
    what = "corrections" if len(numbers) > 1 else "correction"
    return f"{what} {', '.join(numbers)} in {FILE_NAME} had only these results, and stays there" if numbers else ""


def _report_json(keys: list[ResultKey], moved: list[Path], notes: list[str], *, undo: bool, repeated: bool) -> None:
    from autograder.execution.progress import emit_event  # noqa: PLC0415 - imports rich

    for student, assignment in keys:
        emit_event("back" if undo else "removed", student=student, assignment=assignment)
    for text in filter(None, notes):
        emit_event("note", text=text)
    emit_event("end", results=len(keys), moved=[str(path) for path in moved], repeated=repeated)


def _report(keys: list[ResultKey], moved: list[Path], notes: list[str], *, undo: bool, repeated: bool) -> None:
    done = "is back" if undo else "was removed already" if repeated else "removed"
    for student, assignment in keys:
        click.echo(f"{student}, {assignment}: {done}")
    for path in moved:
        click.echo(f"moved to {path}")
    for text in filter(None, notes):
        click.echo(text)
    click.echo(f"{'nothing to remove; ' if repeated else ''}tables and pages are up to date")
