"""`autograder sync [--check]`: everything that is made from one source, made again."""

import argparse
import sys

from autograder.authoring.lookalikes import run_lookalikes
from autograder.authoring.sync import run_sync
from autograder.authoring.tables import run_tables
from autograder.course import CourseError, load_course


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    parser.add_argument("--force", action="store_true", help="overwrite generated files that were edited by hand")
    parser.add_argument("--check", action="store_true", help="write nothing; fail and name each file that differs")


def run(options: argparse.Namespace) -> int:
    """0 when all is as the sources say (afterwards, or with --check before), 1 otherwise, 2 for broken sources."""
    try:
        course = load_course()
        status = run_sync(course, check=options.check, force=options.force)
        stale = run_tables(course, check=options.check) + run_lookalikes(course, check=options.check)
    except (CourseError, OSError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return 2
    for name in stale:
        word = "differs from the code: run `autograder sync`" if options.check else "written"
        print(f"{name}: {word}")  # noqa: T201 - the report
    return 1 if stale and options.check else status
