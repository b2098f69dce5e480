"""`autograder verify`: everything that must be true of the exercises that have changed."""

import sys
import time
from typing import TYPE_CHECKING

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, FOUND, command, open_course
from autograder.cli.options import isolation_option, jobs_option, json_option
from autograder.course import Course
from autograder.reports.events import emit_event
from autograder.sandbox.host.isolation import Level

if TYPE_CHECKING:
    from autograder.verification.report import StepReport
    from autograder.verification.selection import Selection


@command(
    arguments={
        "[PART]": "verify all of a part (default: what differs from the last commit)",
        "[EXERCISE]": "verify one exercise of it",
    },
    statuses={DONE: "everything holds", FOUND: "something is to be mended", BAD_ARGUMENTS: "bad arguments"},
    examples=[
        "autograder verify",
        "autograder verify 02",
        "autograder verify 02 causal_mask",
        "autograder verify --all",
    ],
)
@click.argument("part", default="")
@click.argument("exercise", default="")
@click.option("--all", "everything", is_flag=True, help="Verify every exercise.")
@jobs_option
@isolation_option
@json_option
def verify(*, part: str, exercise: str, everything: bool, jobs: int, isolation: Level | None, as_json: bool) -> int:
    """Verify exercises as their author.

    Generated files are up to date; hidden and public tests pass on the solution and on every right program; every
    wrong program loses its points, and by its values; no check draws anew; nothing secret is handed out.
    """
    start = time.monotonic()
    course = open_course(json=as_json)
    selection = _selection(course, part, exercise, everything=everything)
    if not as_json:
        click.echo(_head(selection))
    if not selection.exercises:
        return DONE
    import torch  # noqa: PLC0415 - bad arguments need not wait for it

    from autograder.audit.run import ProgramRunner  # noqa: PLC0415 - the same
    from autograder.audit.verdict_cache import VerdictCache  # noqa: PLC0415 - the same
    from autograder.sandbox.host.isolation import select_level  # noqa: PLC0415 - the same
    from autograder.verification.run import Verification  # noqa: PLC0415 - the same

    torch.set_num_threads(1)
    level = select_level(isolation)
    runner = ProgramRunner(level, jobs, cache=VerdictCache(level))
    problems = 0
    for step in Verification(course, selection, runner).steps():
        _tell(step, as_json=as_json)
        problems += len(step.problems)
    _end(problems, time.monotonic() - start, as_json=as_json)
    return FOUND if problems else DONE


def _selection(course: Course, part: str, exercise: str, *, everything: bool) -> "Selection":
    from autograder.verification.selection import changed_selection, named_selection, whole_selection  # noqa: PLC0415 - imports torch

    if everything and part:
        raise click.UsageError("--all verifies every part; leave out the name, or --all")
    if part:
        return named_selection(course, part, exercise)
    return whole_selection(course) if everything else changed_selection(course)


def _head(selection: "Selection") -> str:
    """Say what is verified; long lists are shortened."""
    names = [exercise.name for exercise in selection.exercises]
    if not names:
        return f"{selection.why}: no exercise; `autograder verify --all` verifies every one"
    listed = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    return f"verifying {selection.why}: {listed}"


def _tell(step: "StepReport", *, as_json: bool) -> None:
    if as_json:
        emit_event("verified", **step.to_json())
        return
    for line in step.lines():
        click.echo(line)
    sys.stdout.flush()


def _end(problems: int, seconds: float, *, as_json: bool) -> None:
    if as_json:
        emit_event("done", problems=problems, seconds=round(seconds, 3))
        return
    click.echo(f"{f'{problems} to mend' if problems else 'everything holds'}; {seconds:.1f} s")
