"""What can be said about a class on the command line; the same for `intake` and `grade`."""

import argparse
from datetime import datetime
from pathlib import Path

from autograder.course import Course
from autograder.intake.entries import IntakeError
from autograder.intake.read import read_class
from autograder.intake.roster import read_roster
from autograder.intake.submission import Intake


def add_intake_arguments(parser: argparse.ArgumentParser) -> None:
    """What to read, and how students and dates are to be understood."""
    parser.add_argument(
        "submissions",
        type=named_path,
        metavar="SUBMISSIONS",
        help="a folder, archive or download of a class or a student",
    )
    parser.add_argument(
        "--assignment", action="append", default=[], metavar="NN", help="take only this one (repeatable)"
    )
    parser.add_argument(
        "--roster",
        type=named_path,
        metavar="CSV",
        help="who is in the class: student, and further names of each in any columns",
    )
    parser.add_argument(
        "--due",
        action="append",
        default=[],
        metavar="NN=DATE",
        help="what is stamped later is noted: 02=2026-03-01T23:59",
    )


def named_path(text: str) -> Path:
    """A path as it was said; an empty one, as an unset variable of a shell gives, would be the folder we run in.

    Raises:
        argparse.ArgumentTypeError: it is empty.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty; name a file or folder (`.` is the one you are in)")
    return Path(text)


def take_in(options: argparse.Namespace, course: Course) -> Intake:
    """Read what the options name.

    Raises:
        IntakeError: it cannot be read, or an option is not to be understood.
        CourseError: an assignment is not of this course.
    """
    wanted = tuple(course.assignment(name) for name in options.assignment)
    roster = read_roster(options.roster) if options.roster else None
    due = course.policies.due | dates_of(options.due, course)
    return read_class(options.submissions, course, wanted, roster, due)


def dates_of(given: list[str], course: Course) -> dict[str, datetime]:
    """When each assignment is due, from `02=2026-03-01T23:59`.

    Raises:
        IntakeError: it is written otherwise.
    """
    dates: dict[str, datetime] = {}
    for text in given:
        name, _, date = text.partition("=")
        assignment = course.assignment(name).id
        try:
            dates[assignment] = datetime.fromisoformat(date).replace(tzinfo=None)
        except ValueError as error:
            raise IntakeError(f"--due {text}: expected a date behind an assignment: 02=2026-03-01T23:59") from error
    return dates
