"""`autograder remove`: take results out of the folder of a course, such as those under a wrong name."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, NamedPath, command, working, writing
from autograder.cli.options import json_option, names_student, options_of_run, policies_option
from autograder.cli.remembered import open_graded_course
from autograder.errors import AutograderError
from autograder.execution.removal import bring_back_results, remove_results
from autograder.execution.republish import republish
from autograder.reports.events import emit_event
from autograder.results.adjustments import FILE_NAME, Adjustments, read_adjustments
from autograder.results.store import ResultKey, Store


@command(
    arguments={"GRADED": "output folder of `autograder grade`"},
    statuses={DONE: "the results are moved aside, now or already, or brought back", BAD_ARGUMENTS: "bad arguments"},
    examples=[
        "autograder remove graded --student Ada_Lovelace_17",
        "autograder remove graded --student ada --assignment 02",
        "autograder remove graded --student ada --undo",
        "autograder remove graded --all --undo",
    ],
)
@click.argument("graded", type=NamedPath())
@click.option(
    "--student",
    "students",
    metavar="ID",
    multiple=True,
    help="Whose results, as in grades.csv; a pattern such as lab2-* means several students.  [repeatable]",
)
@click.option("--all", "everybody", is_flag=True, help="The results of everybody, of one assignment or with --undo.")
@click.option("--assignment", metavar="NN", default="", help="Only those of this assignment.")
@click.option("--undo", is_flag=True, help="Bring back what was removed.")
@policies_option
@json_option
def remove(
    *,
    graded: Path,
    students: tuple[str, ...],
    everybody: bool,
    assignment: str,
    undo: bool,
    policies: Path | None,
    as_json: bool,
) -> int:
    """Take students' results out of the folder of a course, such as those under a wrong name.

    Nothing is deleted: the folder of each result is moved into GRADED/.removed, and the table, the class page and
    exports are made without it. Submissions are left alone: a result is graded again if it is still handed in.
    """
    course = open_graded_course(graded, policies, as_json=as_json)
    chosen = course.assignment(assignment).id if assignment else ""
    names = ("*",) if everybody else students
    if not names:
        raise AutograderError("--student: say whose results, or --all")
    if everybody and not (chosen or undo):
        raise AutograderError("--all: name the assignment too; with a new folder for --out, everything begins anew")
    with writing(), working("bringing pages up to date"), Store(graded) as store:
        keys = list(dict.fromkeys(key for name in names for key in _keys(store, name, chosen, undo=undo)))
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
        whose = ["--all"] if everybody else [word for name in students for word in ("--student", name)]
        words = ("remove", str(graded), *whose, *option, "--undo")
        click.echo(f"to undo it: {options_of_run(policies, anywhere=False).command(*words)}")
    return DONE


def _keys(store: Store, name: str, assignment: str, *, undo: bool) -> list[ResultKey]:
    """Return what the options name, of one student or of those whom a pattern fits.

    A result that was removed may be named again, after a call that was interrupted.

    Raises:
        AutograderError: they name no result.
    """
    removed = store.removed()
    listed = removed if undo else sorted(store.published())
    own, gone = ([key for key in keys if names_student(name, key[0])] for keys in (listed, removed))
    for keys in (own, gone):
        if chosen := [key for key in keys if assignment in ("", key[1])]:
            return chosen
    if own:
        parts = ", ".join(dict.fromkeys(part for _, part in own))
        raise AutograderError(f"--assignment {assignment}: {name} has {parts}")
    if undo:
        names = ", ".join(dict.fromkeys(student for student, _ in listed)) or "nothing"
        raise AutograderError(f"--student {name}: nothing of this student was removed; removed: {names}")
    similar = get_close_matches(name, {student for student, _ in listed}, n=1)
    hint = f"; did you mean {similar[0]}?" if similar else "; grades.csv lists them"
    raise AutograderError(f"--student {name}: no result has this student{hint}")


def _note(adjustments: Adjustments, keys: Iterable[ResultKey]) -> str:
    """Say which corrections are left without a result; empty if there are none."""
    numbers = [str(item.number) for key in keys for item in adjustments.of(*key)]
    what = "corrections" if len(numbers) > 1 else "correction"
    return f"{what} {', '.join(numbers)} in {FILE_NAME} had only these results, and stays there" if numbers else ""


def _report_json(keys: list[ResultKey], moved: list[Path], notes: list[str], *, undo: bool, repeated: bool) -> None:
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
