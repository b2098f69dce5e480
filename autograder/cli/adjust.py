"""`autograder adjust`: correct scores by hand, with a reason."""

import getpass
import os
from collections.abc import Collection
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    FiniteRange,
    NamedPath,
    command,
    open_course,
    require_results,
    working,
    writing,
)
from autograder.cli.options import json_option, options_of_run, policies_option
from autograder.course import Course
from autograder.course.policies import with_policies_file
from autograder.execution.republish import bonus_notes, republish
from autograder.exports.class_results import require_same_policies
from autograder.policies import local_now, score_policy_hash
from autograder.results.adjustments import (
    MAX_POINTS,
    Adjustment,
    AdjustmentError,
    Adjustments,
    read_adjustments,
    write_adjustments,
)
from autograder.results.model import Json
from autograder.results.store import ResultKey, Store, result_key

AUTHOR_VARIABLE = "AUTOGRADER_AUTHOR"
NOTHING = Adjustment("", "")  # what a call without options asks for


@command(
    arguments={"GRADED": "output folder of `autograder grade`"},
    statuses={DONE: "the correction is written, and so are the pages", BAD_ARGUMENTS: "bad arguments"},
    examples=[
        "autograder adjust graded --student eli --exercise NAME --points +1 --reason R",
        "autograder adjust graded --student rex --assignment 02 --score 9 --reason R",
        "autograder adjust graded",
        "autograder adjust graded --undo 2",
    ],
)
@click.argument("graded", type=NamedPath())
@click.option("--student", metavar="ID", default="", help="Whose score, as in grades.csv.")
@click.option("--assignment", metavar="NN", default="", help="Of which assignment.  [default: the exercise's]")
@click.option("--exercise", metavar="NAME", default="", help="Of which exercise.  [default: the assignment as a whole]")
@click.option(
    "--points",
    type=FiniteRange(-MAX_POINTS, MAX_POINTS),
    metavar="N",
    help="Points that are added or taken: +1, -0.5.",
)
@click.option("--score", type=FiniteRange(0, MAX_POINTS), metavar="N", help="What counts instead of the score.")
@click.option("--reason", metavar="TEXT", default="", help="Why; the student reads it.")
@click.option("--comment", metavar="TEXT", default="", help="More words for the student.")
@click.option(
    "--author", metavar="NAME", default="", help=f"Who you are.  [default: {AUTHOR_VARIABLE}, else your login]"
)
@click.option("--undo", type=click.IntRange(min=1), metavar="N", help="Take back the correction with this number.")
@policies_option
@json_option
def adjust(
    *,
    graded: Path,
    student: str,
    assignment: str,
    exercise: str,
    points: float | None,
    score: float | None,
    reason: str,
    comment: str,
    author: str,
    undo: int | None,
    policies: Path | None,
    as_json: bool,
) -> int:
    """Correct scores by hand, each with a reason.

    A correction is a line of adjustments.csv in the output folder. You may edit this file; `autograder adjust GRADED`
    then brings the pages up to date, and lists all corrections. The automatic score stays in result.json. Tables, pages
    and exports show the corrected one. Corrections survive regrades.
    """
    course = with_policies_file(open_course(json=as_json), policies)
    require_results(graded)
    require_same_policies(graded, score_policy_hash(course.policies))
    wanted = Adjustment(student, assignment, exercise, points, score, reason.strip(), comment.strip())
    signer, today = author or os.environ.get(AUTHOR_VARIABLE) or getpass.getuser(), local_now()
    with writing(), working("bringing pages up to date"), Store(graded) as store:
        before = after = read_adjustments(graded, course.exercise_names)
        if undo is not None:
            after = before.undone(undo, f"{signer}, {_written(today)}")
        elif wanted != NOTHING:
            after = _with_new(before, _complete(wanted, store, course), signer, today)
        repeated = undo is None and wanted != NOTHING and after == before
        if after != before:
            write_adjustments(graded, after)
        store.begin_run("adjust", {})
        done = republish(graded, course, store, after, options_of_run(policies))
        notes = bonus_notes(done.rules, store, [result_key(item) for _, item in done.changed])
        notes += _without_result(after, store.published())
    if as_json:
        _report_json(after, done.changed, notes, repeated=repeated)
    else:
        _report(after, done.changed, notes, undo, repeated=repeated)
    return DONE


def _with_new(before: Adjustments, wanted: Adjustment, signer: str, today: datetime) -> Adjustments:
    """Add a correction, unless the same one counts already: a command that was interrupted can be repeated."""
    if before.same_as(wanted):
        return before
    words = vars(wanted) | {"author": signer, "date": _written(today)}
    return before.added(Adjustment(**words))


def _without_result(adjustments: Adjustments, published: Collection[ResultKey]) -> list[str]:
    """Return a sentence for each correction that counts and is about nobody's result, as after a slip in the file."""
    return [
        f"correction {item.number}: {item.student} has no result of {item.assignment}; without one it has no effect"
        for key in sorted(set(adjustments.keys) - set(published))
        for item in adjustments.of(*key)
    ]


def _written(time: datetime) -> str:
    return time.isoformat(" ", timespec="minutes")


def _complete(wanted: Adjustment, store: Store, course: Course) -> Adjustment:
    """Return a correction with the full name of its assignment.

    Raises:
        AdjustmentError: something is missing, or names nobody and nothing in the results.
    """
    if (wanted.points is None) == (wanted.score is None):
        raise AdjustmentError("say either --points +1, which is added, or --score 3, which counts instead")
    if not wanted.reason:
        raise AdjustmentError("--reason: say why; the student reads it")
    published = sorted(store.published())
    students = sorted({student for student, _ in published})
    if wanted.student not in students:
        similar = get_close_matches(wanted.student, students, n=1)
        hint = f"; did you mean {similar[0]}?" if similar else "; grades.csv lists them"
        raise AdjustmentError(f"--student {wanted.student or '…'}: no result has this student{hint}")
    own = [name for student, name in published if student == wanted.student]
    return Adjustment(**vars(wanted) | {"assignment": _assignment(wanted, own, course)})


def _assignment(wanted: Adjustment, own: list[str], course: Course) -> str:
    """Return the assignment of a correction: the named one, or the one that has the exercise."""
    exercises = course.exercise_names
    chosen = [course.assignment(wanted.assignment).id] if wanted.assignment else own
    chosen = [name for name in chosen if name in own and (not wanted.exercise or wanted.exercise in exercises[name])]
    if len(chosen) == 1 and (wanted.assignment or wanted.exercise):
        return chosen[0]
    if len(chosen) > 1:
        raise AdjustmentError(f"--assignment: name one of {', '.join(chosen)}")
    place = f"exercise {wanted.exercise!r}" if wanted.exercise else f"assignment {wanted.assignment!r}"
    known = sorted({item for name in own for item in exercises[name]})
    similar = get_close_matches(wanted.exercise, known, n=1)
    hint = f"; did you mean {similar[0]}?" if similar else ""
    raise AdjustmentError(f"{wanted.student} has no result with the {place}{hint}")


def _report_json(
    adjustments: Adjustments, changed: list[tuple[Json, Json]], notes: list[str], *, repeated: bool
) -> None:
    """Print an event for each correction, for each score that changed or is above its maximum, and one at the end."""
    from autograder.execution.progress import emit_event  # noqa: PLC0415 - imports rich

    for item in adjustments.all:
        emit_event("correction", **vars(item))
    for before, after in changed:
        place = {name: after[name] for name in ("student", "assignment", "max_score")}
        emit_event("move", **place, before=before["score"], after=after["score"])
    for line in notes:
        emit_event("note", text=line)
    emit_event("end", corrections=len(adjustments.all), changed=len(changed), repeated=repeated)


def _report(
    adjustments: Adjustments,
    changed: list[tuple[Json, Json]],
    notes: list[str],
    undone: int | None,
    *,
    repeated: bool,
) -> None:
    """Print all corrections, then what changed."""
    if repeated:
        click.echo("this correction was made already; it counts once")
    for item in adjustments.all:
        place = ", ".join(filter(None, (item.student, item.assignment, item.exercise)))
        what = f"= {item.score:g}" if item.score is not None else f"{item.points:+g}"
        state = f" (undone: {item.undone})" if item.undone else ""
        signed = ", ".join(filter(None, (item.author, item.date)))
        click.echo(f"{item.number}. {place}: {what}, {item.reason}{f' ({signed})' if signed else ''}{state}")
    for before, after in changed:
        click.echo(f"{after['student']}, {after['assignment']}: {_points(before)} → {_points(after)}")
    for line in notes:
        click.echo(line)
    done = f"correction {undone} is undone; " if undone is not None else ""
    count = sum(not item.undone for item in adjustments.all)
    counted = f"{count} {'correction counts' if count == 1 else 'corrections count'}"
    moved = f"{len(changed)} {'score changes' if len(changed) == 1 else 'scores change'}"
    click.echo(f"{done}{counted}, {moved}; tables and pages are up to date")


def _points(summary: Json) -> str:
    return "not graded" if summary["score"] is None else f"{summary['score']:g} of {summary['max_score']:g}"
