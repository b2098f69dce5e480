"""`autograder similar SUBMISSIONS [--html PAGE]`: who shares code, as a list for a person; nothing is run."""

import argparse
import sys

from autograder.course import Course, CourseError, load_course
from autograder.intake.entries import IntakeError
from autograder.intake.options import add_intake_arguments, named_path, take_in
from autograder.reports.terminal import make_console
from autograder.results.files import write_text

BAD_ARGUMENTS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be said."""
    add_intake_arguments(parser)
    parser.add_argument(
        "--html", type=named_path, metavar="PAGE", help="also write a page with the passages side by side"
    )
    parser.add_argument("--share", type=_share, default=50, metavar="PERCENT", help="of either one's own code (50)")
    parser.add_argument(
        "--common", type=_share, default=20, metavar="PERCENT", help="what more of the class have is left out (20)"
    )
    parser.add_argument("--most", type=int, default=50, metavar="N", help="show this many pairs (50)")


def run(options: argparse.Namespace) -> int:
    """0 when everything was compared, whatever was found; 2 for bad arguments."""
    from autograder.similar import Limits, compare_class  # noqa: PLC0415 - needs copydetect, an extra
    from autograder.similar.page import similar_html, similar_table  # noqa: PLC0415 - the same

    try:
        course = load_course()
        _check(options)
        submissions = take_in(options, course).submissions
        limits = Limits(share=options.share / 100, common=options.common / 100)
        report = compare_class(course, submissions, _stubs(course), limits)
        if options.html:
            write_text(options.html, similar_html(report, course.title, limits, options.most))
    except (CourseError, IntakeError) as error:
        print(f"autograder: {error}", file=sys.stderr)  # noqa: T201 - the one line that a user gets
        return BAD_ARGUMENTS
    except OSError as error:
        print(f"autograder: {options.html}: cannot be written ({error.strerror})", file=sys.stderr)  # noqa: T201 - the same
        return BAD_ARGUMENTS
    console = make_console()
    if report.pairs:
        console.print(similar_table(report.pairs[: options.most]))
    for line in report.left_out:
        console.print(line, markup=False, soft_wrap=True)
    told = f"{report.files} files compared, {len(report.pairs)} pairs to look at"
    console.print(f"{told}; no score changes" + (f"; {options.html}" if options.html else ""), markup=False)
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.most < 1:
        raise IntakeError("--most: name at least 1")
    if options.html and options.html.is_dir():
        raise IntakeError(f"{options.html}: is a folder; name a file for the page")


def _stubs(course: Course) -> dict[tuple[str, str], str]:
    """What everybody was given."""
    return {
        (item.id, file): (course.assignments_folder / item.id / file).read_text(encoding="utf-8")
        for item in course
        for file in item.files
    }


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError(f"{text}: expected a number from 0 to 100")
    return value
