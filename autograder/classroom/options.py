"""What can be said about a run on the command line, the same for `grade` and `regrade`, and what comes of it."""

import argparse
import contextlib
import gc
import os
from collections.abc import Callable, Iterator

from autograder.classroom.agenda import Agenda
from autograder.classroom.cache_key import GradingEnvironment, local_environment
from autograder.classroom.progress import JsonTeller, Teller, TerminalTeller
from autograder.classroom.run import Crew
from autograder.course import Course
from autograder.intake.entries import IntakeError
from autograder.intake.options import named_path
from autograder.sandbox.choose import choose
from autograder.sandbox.launch import Level, launch
from autograder.sandbox.zygote import Zygote


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """Who grades, behind which wall, and how it is told."""
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="submissions graded at once (default: cores)"
    )
    add_isolation_argument(parser)
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="grade on the workers of a dask scheduler (docs/clusters.md)",
    )
    parser.add_argument(
        "--variants",
        type=named_path,
        metavar="FILE",
        help="ask derivations at sizes of each student's own, drawn from the secret in FILE",
    )
    parser.add_argument("--json", action="store_true", help="tell what happens in lines of JSON, for programs")


def add_isolation_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--isolation` to `parser`."""
    parser.add_argument(
        "--isolation", choices=[str(level) for level in Level], help="use this level, not the strongest"
    )


def check_jobs(options: argparse.Namespace) -> None:
    """Refuse a number that nobody can mean.

    Raises:
        IntakeError: it is below 1.
    """
    if options.jobs < 1:
        raise IntakeError("--jobs: name at least 1")


def teller_of(options: argparse.Namespace) -> Teller:
    """Whom the run is told to."""
    return JsonTeller() if options.json else TerminalTeller()


def resolve_environment(options: argparse.Namespace) -> GradingEnvironment:
    """What the run grades on; a cluster is asked for the strongest level, whatever this machine allows.

    Raises:
        SandboxError: this machine does not allow it.
    """
    wanted = Level(options.isolation) if options.isolation else None
    return local_environment((wanted or Level.BWRAP) if options.cluster else choose(wanted))


def crew_of(options: argparse.Namespace, course: Course, agenda: Agenda, teller: Teller) -> Crew | None:
    """Who grades; nobody where there is nothing to grade.

    Raises:
        SandboxError: the isolation cannot be had.
        CourseError: a check fails on the solution.
    """
    if not agenda.todo:
        return None
    if options.cluster:
        from autograder.classroom.cluster import cluster_crew  # noqa: PLC0415 - an extra

        return cluster_crew(options.cluster, agenda.environment, teller.say)
    return make_local_executor(course, agenda, min(options.jobs, len(agenda.todo)), teller.say)


def make_local_executor(course: Course, agenda: Agenda, count: int, say: Callable[[str], None]) -> Crew:
    """Start `count` grading processes of this machine; remarks, such as on a weak isolation, go to `say`.

    Raises:
        SandboxError: the isolation is not available.
        CourseError: a check fails on the solution.
    """
    level = agenda.environment.level
    zygote = Zygote(level, course.limits, launch(level, course.limits))
    if count > 1:
        zygote.expect_many()
    try:
        with _collecting_nothing():
            from autograder.classroom.staff import rehearsed_crew  # noqa: PLC0415 - torch, beside the sandbox's own

        return rehearsed_crew(course, agenda, zygote, count, say)
    except BaseException:
        zygote.close()
        raise


@contextlib.contextmanager
def _collecting_nothing() -> Iterator[None]:
    """An import makes hundreds of thousands of objects that stay; looking through them for garbage takes a tenth."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
