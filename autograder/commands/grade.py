"""`autograder grade SUBMISSIONS --out OUT`."""

import argparse
import os
import sys
import time
from pathlib import Path

from autograder.course import Assignment, Course, CourseError, load_course
from autograder.intake.entries import IntakeError
from autograder.intake.options import add_intake_arguments, take_in
from autograder.intake.submission import Intake
from autograder.sandbox.choose import launch_strongest
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import SandboxError, Zygote

BAD_ARGUMENTS, LEFT_UNGRADED = 2, 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    add_intake_arguments(parser)
    parser.add_argument("--out", type=Path, required=True, help="where results, pages and tables go")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="submissions graded at once (default: cores)"
    )
    parser.add_argument(
        "--isolation", choices=[str(level) for level in Level], help="use this level, not the strongest"
    )


def run(options: argparse.Namespace) -> int:
    """Grade; 0 when every submission has a verdict, 2 for bad arguments, 3 when something was left ungraded."""
    try:
        course = load_course()
        _check_out(options)
        intake = take_in(options, course)
        jobs = max(1, min(options.jobs, len(intake.submissions)))
        zygotes = launch_strongest(course.limits, jobs, Level(options.isolation) if options.isolation else None)
    except (CourseError, IntakeError, SandboxError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    return _grade(options, course, intake, zygotes)


def _check_out(options: argparse.Namespace) -> None:
    if options.out.exists() and not options.out.is_dir():
        raise IntakeError(f"{options.out}: is a file; name a folder for the results with --out")
    if options.jobs < 1:
        raise IntakeError("--jobs: name at least 1")
    inside = options.submissions.resolve()
    if options.out.resolve() == inside or inside in options.out.resolve().parents:
        raise IntakeError(f"{options.out}: lies among the submissions; name a folder outside {options.submissions}")


def _grade(options: argparse.Namespace, course: Course, intake: Intake, zygotes: list[Zygote]) -> int:
    start = time.monotonic()
    from autograder.classroom.session import ClassSession  # noqa: PLC0415 - imports torch, beside the sandboxes that do

    needed: list[Assignment] = [item for item in course if any(s.assignment == item.id for s in intake.submissions)]
    try:
        session = ClassSession(course, needed, zygotes, options.out)
    except (CourseError, SandboxError, OSError) as error:
        for zygote in zygotes:
            zygote.close()
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    ungraded = session.grade(intake, start)
    return LEFT_UNGRADED if ungraded else 0
