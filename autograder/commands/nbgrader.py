"""`autograder nbgrader build COURSE`."""

import argparse
import sys
from pathlib import Path

from autograder.authoring.sync import SyncError
from autograder.channels.handout.contents import HandoutError
from autograder.channels.handout.place import refuse_unless_empty, write_folder
from autograder.channels.nbgrader_course import course_folder
from autograder.course import CourseError, load_course
from autograder.intake.options import named_path

DONE, FOUND, BAD_ARGUMENTS = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="make a course folder that nbgrader generates assignments from")
    build.add_argument("course", type=named_path, metavar="COURSE", help="a new or empty folder, for instructors only")


def run(options: argparse.Namespace) -> int:
    """0 when the folder is written, 1 when a solution file has a mistake, 2 for bad arguments."""
    folder: Path = options.course.absolute()
    try:
        refuse_unless_empty(folder)
        files = course_folder(load_course())
        write_folder(folder, files)
    except (HandoutError, CourseError, OSError) as error:
        return _stop(BAD_ARGUMENTS, str(error))
    except SyncError as error:
        return _stop(FOUND, str(error))
    print(f"{len(files)} files in {options.course}; next, in there: nbgrader generate_assignment NAME")  # noqa: T201
    return DONE


def _stop(status: int, sentences: str) -> int:
    for sentence in sentences.splitlines():
        print(f"autograder: {sentence}", file=sys.stderr)  # noqa: T201 - what the user is to read
    return status
