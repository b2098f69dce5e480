"""Options that several commands share; the decorators for groups of options pass one typed value to the command."""

import functools
import os
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import click

from autograder.cli.common import Function, NamedPath
from autograder.course.find import VARIABLE
from autograder.execution.startup import ExecutorOptions
from autograder.intake.options import IntakeOptions
from autograder.repair.mode import RepairMode
from autograder.reports.commands import RunOptions
from autograder.sandbox.host.isolation import Level

SUBMISSIONS = "folder, archive or download of a class or of one student"
NO_FILE = Path("none")  # said of a file that a folder of results keeps: use none
PATTERN = re.compile(r"[*?\[]")  # in the name of a student: several are meant
Decorator = Callable[[Function], Function]


def _add(function: Function, *decorators: Decorator) -> Function:
    """Apply decorators so that the first one comes first in the help."""
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


def names_student(name: str, student: str) -> bool:
    """Return whether `--student NAME`, which may be a pattern, means a student."""
    return name == student or (PATTERN.search(name) is not None and fnmatchcase(student, name))


def _as_level(context: click.Context, parameter: click.Parameter, value: str | None) -> Level | None:  # noqa: ARG001 - click's
    return Level(value) if value else None


assignment_option = click.option(
    "--assignment", metavar="NN", multiple=True, help="Take only this assignment.  [repeatable]"
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    metavar="N",
    help="Submissions to grade at once.  [default: cores]",
)
isolation_option = click.option(
    "--isolation",
    type=click.Choice([str(level) for level in Level]),
    callback=_as_level,
    help="Use this isolation level.  [default: the strongest that works]",
)
policies_option = click.option(
    "--policies",
    type=NamedPath(),
    metavar="FILE",
    help="Due dates, lateness and other rules, instead of those in the course file (docs/reference/policies.md).  "
    "[default: those that the folder of results was graded with; none: those in the course file]",
)


def options_of_run(policies: Path | None, *, anywhere: bool = True) -> RunOptions:
    """Return what was said about the course on the command line or by its variable, for commands to be copied.

    Args:
        policies: the file of rules.
        anywhere: whether the commands may be copied wherever one is; otherwise the file is named as it was written.
    """
    named = "" if policies in (None, NO_FILE) else str(policies.absolute() if anywhere else policies)
    return RunOptions(named, os.environ.get(VARIABLE, ""))


student_option = click.option(
    "--student", "students", metavar="ID", multiple=True, help="Take only this student's submissions.  [repeatable]"
)
json_option = click.option("--json", "as_json", is_flag=True, help="Report in lines of JSON.")
quiet_option = click.option("--quiet", is_flag=True, help="Print only what has no score, and the last line.")
roster_option = click.option(
    "--roster",
    type=NamedPath(),
    metavar="CSV",
    help="Class list: a `student` column, plus any columns of alternative names.",
)
due_option = click.option(
    "--due",
    multiple=True,
    metavar="NN=DATE",
    help="Due date of an assignment, such as 02=2026-03-01T23:59; later submissions are marked late.  [repeatable]  "
    "[default: that of the last run that named one; none: that of the rules]",
)
times_option = click.option(
    "--times",
    multiple=True,
    metavar="[NN=]CSV",
    help="When students handed in: a report of Moodle or Canvas (docs/reference/times.md).  [repeatable]",
)
groups_option = click.option(
    "--groups",
    type=NamedPath(),
    metavar="CSV",
    help="Who hands in together: a `group` column, and a row for each member (docs/how-to/groups.md).",
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    default="",
    help="Grade on the workers of a dask scheduler (docs/how-to/clusters.md).",
)
locate_option = click.option(
    "--locate/--no-locate",
    default=True,
    help="Find the line of each named mistake, by a few edits of the program.  [default: --locate]",
)
repair_option = click.option(
    "--repair",
    is_flag=True,
    help="Search for the lines of all mistakes (docs/explanation/explain.md), which takes seconds for each.",
)
variants_option = click.option(
    "--variants",
    type=NamedPath(),
    metavar="FILE",
    help="Ask derivations at sizes of each student's own, drawn from the secret in FILE.",
)
progress_json_option = click.option("--json", "as_json", is_flag=True, help="Report progress as JSON lines.")


def intake_options(function: Function, *, required: bool = True) -> Function:
    """Add SUBMISSIONS and the options for reading them; the command receives `intake: IntakeOptions`.

    Args:
        function: the command.
        required: whether SUBMISSIONS must be named; otherwise the command receives None without it, and always `due`.
    """

    @functools.wraps(function)
    def with_intake(
        *,
        submissions: Path | None,
        assignment: tuple[str, ...],
        roster: Path | None,
        due: tuple[str, ...],
        times: tuple[str, ...],
        groups: Path | None,
        **others: object,
    ) -> int:
        intake = None if submissions is None else IntakeOptions(submissions, assignment, roster, due, times, groups)
        return function(intake=intake, **others, **({} if required else {"due": due}))

    return _add(
        with_intake,
        click.argument("submissions", type=NamedPath(), required=required),
        assignment_option,
        roster_option,
        due_option,
        times_option,
        groups_option,
    )


def run_options(function: Function) -> Function:
    """Add options for grading; the command receives `executor: ExecutorOptions`, `policies`, `variants`, `as_json`."""

    @functools.wraps(function)
    def with_run(
        *, jobs: int, isolation: Level | None, cluster: str, locate: bool, repair: bool, **others: object
    ) -> int:
        mode = RepairMode.SEARCH if repair else RepairMode.LOCATE if locate else RepairMode.NONE
        return function(executor=ExecutorOptions(jobs, isolation, cluster, mode), **others)

    return _add(
        with_run,
        policies_option,
        jobs_option,
        isolation_option,
        cluster_option,
        locate_option,
        repair_option,
        variants_option,
        progress_json_option,
    )
