"""`autograder gradescope OUT.zip [--assignment NN]`."""

import argparse
import sys

from autograder.channels.gradescope.package import archive, package
from autograder.channels.gradescope.rules import FILE
from autograder.channels.gradescope.settings import VISIBILITIES, Settings
from autograder.channels.handout.contents import Contents, HandoutError
from autograder.channels.handout.place import write_bytes
from autograder.course import CourseError, load_course
from autograder.course.load_rules import under_rules
from autograder.intake.options import named_path
from autograder.policies.count import maximum
from autograder.policies.options import add_policies_argument

DONE, BAD_ARGUMENTS = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("out", type=named_path, metavar="OUT.zip", help="a new file, to be uploaded as the autograder")
    parser.add_argument(
        "--assignment", action="append", default=[], metavar="NN", help="what it grades (repeatable; default: all)"
    )
    parser.add_argument("--visibility", choices=VISIBILITIES, default="visible", help="when students see the checks")
    parser.add_argument("--minutes", type=float, default=10, help="the assignment's timeout there (default: 10)")
    add_policies_argument(parser)
    parser.add_argument(
        "--index", default="", metavar="URL", help="where pip finds torch without CUDA, which makes a small image"
    )


def run(options: argparse.Namespace) -> int:
    """0 when it is written, 2 for bad arguments."""
    try:
        course = under_rules(load_course(), options.policies)
        assignments = tuple(course.assignment(name) for name in options.assignment) or course.assignments
        _check(options)
        settings = Settings(tuple(item.id for item in assignments), options.visibility, options.minutes)
        data = archive(package(settings, course, assignments, options.index) | _rules(options))
        write_bytes(options.out.absolute(), data)
    except (CourseError, HandoutError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    except OSError as error:
        print(f"autograder: {options.out}: cannot be written ({error.strerror})", file=sys.stderr)  # noqa: T201 - the same
        return BAD_ARGUMENTS
    points = maximum(assignments, course.policies)
    names = ", ".join(item.id for item in assignments)
    print(f"{options.out}: grades {names}; make the assignment worth {points:g} points")  # noqa: T201 - what it is for
    return DONE


def _rules(options: argparse.Namespace) -> Contents:
    return {FILE: options.policies.read_bytes()} if options.policies else {}


def _check(options: argparse.Namespace) -> None:
    if options.out.suffix != ".zip":
        raise HandoutError(f"{options.out}: name a file that ends in .zip")
    if options.out.exists():
        raise HandoutError(f"{options.out}: exists already; move it away")
    if not options.minutes >= 1:
        raise HandoutError("--minutes: name at least 1")
    if options.index and not options.index.startswith(("https://", "http://")):
        raise HandoutError(f"--index {options.index}: name the address of a package index")
