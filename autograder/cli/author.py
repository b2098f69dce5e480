"""`autograder author`: verify an exercise at every save."""

import os
import sys

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, command, open_course
from autograder.cli.options import isolation_option
from autograder.sandbox.host.isolation import Level


@command(
    arguments={"PART": "its id, or a beginning such as 02", "EXERCISE": "one of its exercises"},
    statuses={DONE: "ended with Ctrl-C", BAD_ARGUMENTS: "bad arguments"},
    examples=["autograder author 02 causal_mask"],
)
@click.argument("part")
@click.argument("exercise")
@isolation_option
def author(*, part: str, exercise: str, isolation: Level | None) -> int:
    """Verify an exercise at every save.

    Hidden checks on the solution, programs, public tests and the search for secrets, as `autograder verify` does, but
    without a look at generated files. The report follows within seconds of a save of any file of the exercise.
    """
    course = open_course()
    own = course.exercise(course.assignment(part).id, exercise)
    click.echo(f"getting ready to watch {own.assignment} {own.name} ...")
    from autograder.sandbox.host.isolation import select_level  # noqa: PLC0415 - bad arguments need not wait for torch
    from autograder.verification.save_watch import Watched, watch_exercise  # noqa: PLC0415 - the same

    clear = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    try:
        watch_exercise(Watched(course, own.assignment, own.name, clear), select_level(isolation))
    except KeyboardInterrupt:
        click.echo()  # after the ^C
    return DONE
