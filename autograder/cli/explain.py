"""`autograder explain`: name the line of a mistake, by searching for the smallest edit after which all checks pass."""

from pathlib import Path

import click

from autograder.cli.check import read_part, require_exercise
from autograder.cli.common import BAD_ARGUMENTS, DONE, LEFT_OUT, NamedPath, command, open_course, working
from autograder.cli.options import isolation_option, json_option
from autograder.execution.startup import ExecutorOptions, resolve_environment
from autograder.repair.enumeration import CANDIDATES
from autograder.reports.events import emit_event
from autograder.sandbox.host.isolation import Level


@command(
    arguments={"FOLDER": "a student's folder, archive, notebook or file of one part, or the folder of a result"},
    statuses={
        DONE: "a line is named for everything that is wrong",
        BAD_ARGUMENTS: "bad arguments",
        LEFT_OUT: "for something that is wrong no line was found",
    },
    examples=[
        "autograder explain submissions/ada/02_causal",
        "autograder explain graded/ada/02_causal --exercise masked_softmax --show-edit",
    ],
)
@click.argument("folder", type=NamedPath())
@click.option("--exercise", default="", metavar="NAME", help="Explain this exercise only.")
@click.option("--assignment", default="", metavar="NN", help="The part, if no folder is named after it.")
@click.option("--show-edit", is_flag=True, help="Print the edit, too; for a student it may be the solution.")
@click.option(
    "--candidates",
    type=click.IntRange(min=1),
    default=CANDIDATES,
    show_default=True,
    metavar="N",
    help="Programs that are tried for one exercise, at most.",
)
@isolation_option
@json_option
def explain(
    *,
    folder: Path,
    exercise: str,
    assignment: str,
    show_edit: bool,
    candidates: int,
    isolation: Level | None,
    as_json: bool,
) -> int:
    """Name the line of a mistake.

    For each exercise that is wrong, small edits of the student's own program are tried in the sandbox: other axes and
    names, calls left out, a missing scale, a line of a right program. A line is named only if all checks of the
    exercise pass after an edit of it. Neither submissions nor scores change.
    """
    course = open_course(json=as_json)
    with working("reading the files"):
        submission = read_part(folder, course, assignment)
    part = course.assignment(submission.assignment)
    require_exercise(exercise, part)
    chosen = [item for item in part.exercises if exercise in ("", item.name)]
    level = resolve_environment(ExecutorOptions(isolation=isolation)).level
    from autograder.cli.explanations import RIGHT, explanations, json_event, text_lines  # noqa: PLC0415 - torch

    is_open, right = False, 0
    for item in explanations(course, submission, chosen, candidates, level):
        is_open |= item.is_open
        right += item.remark == RIGHT
        if as_json:
            emit_event("exercise", **json_event(item, show_edit=show_edit))
        elif exercise or item.remark != RIGHT:
            click.echo("\n".join(text_lines(item, show_edit=show_edit)))
    if not as_json and right == len(chosen) > 1:
        click.echo(f"nothing to explain: all checks of all {right} exercises pass")
    return LEFT_OUT if is_open else DONE
