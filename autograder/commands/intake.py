"""`autograder intake PATH`: what would be graded, and what is refused and why; nothing is run or written."""

import argparse
import sys

from autograder.course import CourseError, load_course
from autograder.course.load_rules import under_rules
from autograder.intake.entries import IntakeError
from autograder.intake.options import add_intake_arguments, take_in
from autograder.policies.options import add_policies_argument
from autograder.reports.intake import intake_table
from autograder.reports.terminal import make_console

BAD_ARGUMENTS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    add_intake_arguments(parser)
    add_policies_argument(parser)
    parser.epilog = "Exit status: 0 all was understood, 1 something is refused or left aside, 2 bad arguments."
    parser.add_argument("--all", action="store_true", help="list also what was not handed in")


def run(options: argparse.Namespace) -> int:
    """0 when everything was understood, 1 when something is refused or left aside, 2 for bad arguments."""
    try:
        intake = take_in(options, under_rules(load_course(), options.policies))
    except (CourseError, IntakeError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    console = make_console()
    console.print(intake_table(intake, everything=options.all))
    for line in intake.left_aside:
        console.print(line, markup=False, soft_wrap=True)
    there = [item for item in intake.submissions if item.sources]
    students = len({item.student for item in there})
    console.print(f"{len(there)} submissions of {students} students would be graded", markup=False)
    refused = any(item.missing and not item.sources for item in intake.submissions)
    return 1 if refused or intake.left_aside else 0
