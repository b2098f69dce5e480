"""`autograder adjust`: correct scores by hand, with a reason."""

import getpass
import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, FiniteRange, NamedPath, command, working, writing
from autograder.cli.options import PATTERN, json_option, names_student, options_of_run, policies_option
from autograder.cli.remembered import open_graded_course
from autograder.course import Course
from autograder.execution.republish import bonus_notes, republish
from autograder.reports.events import emit_event
from autograder.results.adjustments import (
    MAX_POINTS,
    Adjustment,
    AdjustmentError,
    Adjustments,
    read_adjustments,
    read_corrections,
    write_adjustments,
)
from autograder.results.model import Json
from autograder.results.store import ResultKey, Store, result_key
from autograder.results.summary import EXCUSED, was_submitted

AUTHOR_VARIABLE = "AUTOGRADER_AUTHOR"
NOTHING = Adjustment("", "")  # what a call without options asks for


@command(
    arguments={"GRADED": "output folder of `autograder grade`"},
    statuses={DONE: "the correction is written, and so are the pages", BAD_ARGUMENTS: "bad arguments"},
    examples=[
        "autograder adjust graded --student eli --exercise NAME --points +1 --reason R",
        "autograder adjust graded --student rex --assignment 02 --score 9 --reason R",
        "autograder adjust graded --all --exercise NAME --points +1 --reason R",
        "autograder adjust graded --student ada --assignment 02 --excuse --reason ill",
        "autograder adjust graded --student ada --exercise NAME --comment 'Well done'",
        "autograder adjust graded --from corrections.csv",
        "autograder adjust graded",
        "autograder adjust graded --undo 2-5",
        "autograder adjust graded --student 'lab2-*' --exercise NAME --undo",
    ],
)
@click.argument("graded", type=NamedPath())
@click.option(
    "--student",
    "students",
    metavar="ID",
    multiple=True,
    help="Whose score, as in grades.csv; a pattern such as lab2-* means several students.  [repeatable]",
)
@click.option("--all", "everybody", is_flag=True, help="The score of everybody who handed in.")
@click.option(
    "--from",
    "source",
    type=NamedPath(),
    metavar="CSV",
    help="Add the corrections in a file, such as one that a page of `review` saved.",
)
@click.option("--assignment", metavar="NN", default="", help="Of which assignment.  [default: the exercise's]")
@click.option("--exercise", metavar="NAME", default="", help="Of which exercise.  [default: the assignment as a whole]")
@click.option(
    "--points",
    type=FiniteRange(-MAX_POINTS, MAX_POINTS),
    metavar="N",
    help="Points that are added or taken: +1, -0.5.",
)
@click.option("--score", type=FiniteRange(0, MAX_POINTS), metavar="N", help="What counts instead of the score.")
@click.option("--excuse", is_flag=True, help="The assignment does not count: neither its points nor its maximum.")
@click.option("--reason", metavar="TEXT", default="", help="Why; the student reads it. A comment alone needs none.")
@click.option(
    "--comment", metavar="TEXT", default="", help="More words for the student; without points, a comment alone."
)
@click.option(
    "--author", metavar="NAME", default="", help=f"Who you are.  [default: {AUTHOR_VARIABLE}, else your login]"
)
@click.option(
    "--undo",
    is_flag=False,
    flag_value="",
    metavar="[N-M]",
    help="Take back the corrections with these numbers; without numbers, all that fit the other options.",
)
@policies_option
@json_option
def adjust(
    *,
    graded: Path,
    students: tuple[str, ...],
    everybody: bool,
    source: Path | None,
    assignment: str,
    exercise: str,
    points: float | None,
    score: float | None,
    excuse: bool,
    reason: str,
    comment: str,
    author: str,
    undo: str | None,
    policies: Path | None,
    as_json: bool,
) -> int:
    """Correct scores by hand, each with a reason.

    A correction is a line of adjustments.csv in the output folder. You may edit this file; `autograder adjust GRADED`
    then brings the pages up to date, and lists all corrections. The automatic score stays in result.json. Tables, pages
    and exports show the corrected one. Corrections survive regrades.
    """
    course = open_graded_course(graded, policies, as_json=as_json)
    wanted = Adjustment("", assignment, exercise, points, score, reason.strip(), comment.strip())
    if wanted.comment and wanted.excuses and not excuse and undo is None:
        wanted = replace(wanted, points=0.0)  # a comment alone
    said = wanted != NOTHING or excuse
    names = ("*",) if everybody else students or (("*",) if undo == "" and said else ("",) * said)
    requests = [replace(wanted, student=name) for name in names]
    rows = read_corrections(source, course.exercise_names) if source else []
    signer, today = author or os.environ.get(AUTHOR_VARIABLE) or getpass.getuser(), course.policies.now
    with writing(), working("bringing pages up to date"), Store(graded) as store:
        before = after = read_adjustments(graded, course.exercise_names)
        undone = [] if undo is None else _chosen(before, undo, requests, rows, course, excuse=excuse)
        if undo is None:
            _require_one_change(requests, excuse=excuse)
            for request in (*requests, *rows):
                for item in _completed(request, store, course):
                    after = _with_new(after, item, signer, today)
        after = after.undone(undone, f"{signer}, {_written(today)}") if undone else after
        repeated = undo is None and bool(requests or rows) and after == before
        if after != before:
            write_adjustments(graded, after)
        store.begin_run("adjust", {})
        done = republish(graded, course, store, after, options_of_run(policies))
        notes = bonus_notes(done.rules, store, [result_key(item) for _, item in done.changed])
        notes += _without_result(after, store.published())
    if as_json:
        _report_json(after, done.changed, notes, repeated=repeated)
    else:
        _report(after, done.changed, notes, undone, repeated=repeated)
    return DONE


def _chosen(
    adjustments: Adjustments,
    numbers: str,
    requests: Sequence[Adjustment],
    rows: Sequence[Adjustment],
    course: Course,
    *,
    excuse: bool,
) -> list[Adjustment]:
    """Return the corrections to be undone: those with some numbers, or else those that the same options would make.

    Args:
        adjustments: those in the file.
        numbers: what was said with `--undo`; may be empty.
        requests: what the other options say; where they say nothing, everything fits.
        rows: those of `--from`, of which every cell says something.
        course: the course.
        excuse: whether only excuses are meant.

    Raises:
        AdjustmentError: nothing is said, too much, or what fits no correction that counts.
    """
    if numbers:
        if requests or rows:
            raise AdjustmentError(f"--undo {numbers}: the numbers say which; leave out what else says so")
        return adjustments.numbered(numbers)
    if not requests and not rows:
        raise AdjustmentError("--undo: say which corrections: --undo 2, --undo 2-5, --student, --all or --exercise")
    found = [
        item
        for item in adjustments.all
        if not item.undone
        and (
            any(_fits(item, request, course) and (item.excuses or not excuse) for request in requests)
            or any(_fits(item, row, course) and item.content[2:] == row.content[2:] for row in rows)
        )
    ]
    if not found:
        raise AdjustmentError("--undo: no correction that counts fits; `adjust` alone lists them")
    return found


def _fits(item: Adjustment, request: Adjustment, course: Course) -> bool:
    """Return whether a correction is one that a request would make."""
    assignment = course.assignment(request.assignment).id if request.assignment else ""
    said = request.content[2:]  # all but whose and of which assignment
    return (
        names_student(request.student, item.student)
        and assignment in ("", item.assignment)
        and all(wanted in ("", None, own) for wanted, own in zip(said, item.content[2:], strict=True))
    )


def _require_one_change(requests: Sequence[Adjustment], *, excuse: bool) -> None:
    """Refuse a request that does not say what a correction does, or says two things.

    Raises:
        AdjustmentError: it is such a request.
    """
    for wanted in requests:
        if [wanted.points is not None, wanted.score is not None, excuse].count(True) != 1:
            raise AdjustmentError(
                "say one of --points +1, which is added, --score 3, which counts instead, and --excuse; or --comment"
            )
        if excuse and (wanted.exercise or not wanted.assignment):
            raise AdjustmentError("--excuse: is about an assignment as a whole; name it with --assignment only")


def _with_new(before: Adjustments, wanted: Adjustment, signer: str, today: datetime) -> Adjustments:
    """Add a correction, unless the same one counts already: a command that was interrupted can be repeated."""
    if before.same_as(wanted):
        return before
    words = vars(wanted) | {"author": wanted.author or signer, "date": _written(today)}
    return before.added(Adjustment(**words))


def _without_result(adjustments: Adjustments, published: Collection[ResultKey]) -> list[str]:
    """Return a sentence for each correction that counts and is about nobody's result, as after a slip in the file."""
    later = "it has an effect once there is one (`grade --roster` lists who handed in nothing)"
    return [
        f"correction {item.number}: {item.student} has no result of {item.assignment}; "
        + (later if item.excuses else "without one it has no effect")
        for key in sorted(set(adjustments.keys) - set(published))
        for item in adjustments.of(*key)
    ]


def _written(time: datetime) -> str:
    return time.isoformat(" ", timespec="minutes")


def _completed(wanted: Adjustment, store: Store, course: Course) -> list[Adjustment]:
    """Return a correction for each student that it names, with the full name of the assignment.

    A pattern means those students whom it fits and who handed the assignment in; for an excuse, also who did not. One
    student may be excused before there is a result.

    Raises:
        AdjustmentError: something is missing, or names nobody and nothing in the results.
    """
    if not (wanted.text if wanted.is_comment else wanted.reason):
        raise AdjustmentError("--reason: say why; the student reads it")
    published = sorted(store.published())
    students = sorted({student for student, _ in published})
    if wanted.student not in students and PATTERN.search(wanted.student):
        return _for_all(wanted, store, course)
    if wanted.student not in students:
        similar = get_close_matches(wanted.student, students, n=1)
        hint = f"; did you mean {similar[0]}?" if similar else "; grades.csv lists them"
        raise AdjustmentError(f"--student {wanted.student or '…'}: no result has this student{hint}")
    own = [name for student, name in published if student == wanted.student]
    if wanted.excuses:
        return [replace(wanted, assignment=course.assignment(wanted.assignment).id)]
    return [replace(wanted, assignment=_assignment(wanted, own, course))]


def _for_all(wanted: Adjustment, store: Store, course: Course) -> list[Adjustment]:
    """Return a correction for each student whom a pattern fits and who handed the assignment in.

    Raises:
        AdjustmentError: it fits nobody, or it is not clear which assignment is meant.
    """
    published = store.published()
    parts = sorted({name for _, name in published})
    part = _assignment(replace(wanted, student="nobody"), parts, course)
    found = [
        replace(wanted, student=student, assignment=part)
        for (student, name), state in sorted(published.items())
        if name == part
        and names_student(wanted.student, student)
        and (wanted.excuses or was_submitted(store.summary(state)))
    ]
    if not found:
        who = "with a result of" if wanted.excuses else "who handed in"
        raise AdjustmentError(f"--student {wanted.student}: fits nobody {who} {part}; grades.csv lists them")
    return found


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
    for item in adjustments.all:
        emit_event("correction", **vars(item), excused=item.excuses)
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
    undone: Sequence[Adjustment],
    *,
    repeated: bool,
) -> None:
    """Print all corrections, then what changed."""
    if repeated:
        click.echo("this correction was made already; it counts once")
    for item in adjustments.all:
        place = ", ".join(filter(None, (item.student, item.assignment, item.exercise)))
        state = f" (undone: {item.undone})" if item.undone else ""
        signed = ", ".join(filter(None, (item.author, item.date)))
        click.echo(f"{item.number}. {place}: {item.change}, {item.text}{f' ({signed})' if signed else ''}{state}")
    for before, after in changed:
        click.echo(f"{after['student']}, {after['assignment']}: {_points(before)} → {_points(after)}")
    for line in notes:
        click.echo(line)
    done = f"{len(undone)} corrections are undone; " if undone else ""
    done = f"correction {undone[0].number} is undone; " if len(undone) == 1 else done
    count = sum(not item.undone for item in adjustments.all)
    counted = f"{count} {'correction counts' if count == 1 else 'corrections count'}"
    moved = f"{len(changed)} {'score changes' if len(changed) == 1 else 'scores change'}"
    click.echo(f"{done}{counted}, {moved}; tables and pages are up to date")


def _points(summary: Json) -> str:
    if "excused" in summary:
        return EXCUSED
    return "not graded" if summary["score"] is None else f"{summary['score']:g} of {summary['max_score']:g}"
