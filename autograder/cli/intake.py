"""`autograder intake` and `autograder similar`: read the submissions without running them."""

from pathlib import Path

import click

from autograder.cli.common import BAD_ARGUMENTS, DONE, FOUND, FiniteRange, NamedPath, command, open_course, writing
from autograder.cli.options import SUBMISSIONS, intake_options, policies_option
from autograder.course import Course
from autograder.course.policies import with_policies_file
from autograder.intake.entries import IntakeError
from autograder.intake.options import IntakeOptions, read_intake
from autograder.reports.terminal import intake_table, make_console
from autograder.results.files import write_text


@command(
    arguments={"SUBMISSIONS": SUBMISSIONS},
    statuses={
        DONE: "everything was understood",
        FOUND: "something is refused or ignored",
        BAD_ARGUMENTS: "bad arguments",
    },
    examples=["autograder intake submissions.zip", "autograder intake downloads --roster class.csv --all"],
)
@intake_options
@policies_option
@click.option("--all", "everything", is_flag=True, help="List also what was not handed in.")
def intake(intake: IntakeOptions, policies: Path | None, everything: bool) -> int:
    """Show what would be graded, and what is refused and why.

    Nothing is run, and nothing is written.
    """
    received = read_intake(intake, with_policies_file(open_course(intake.submissions), policies))
    console = make_console()
    console.print(intake_table(received, everything=everything))
    for line in (*received.remarks, *received.ignored):
        console.print(line, markup=False, soft_wrap=True)
    present = [item for item in received.submissions if item.sources]
    students = len({item.student for item in present})
    console.print(f"{len(present)} submissions of {students} students would be graded", markup=False)
    refused = any(item.missing and not item.sources for item in received.submissions)
    return FOUND if refused or received.ignored else DONE


@command(
    arguments={"SUBMISSIONS": SUBMISSIONS},
    statuses={DONE: "everything was compared, whatever was found", BAD_ARGUMENTS: "bad arguments"},
    examples=["autograder similar submissions.zip --html similar.html", "autograder similar submissions --share 70"],
)
@intake_options
@click.option("--html", type=NamedPath(), metavar="PAGE", help="Write also a page with the passages side by side.")
@click.option(
    "--share",
    type=FiniteRange(0, 100),
    default=50,
    metavar="PERCENT",
    help="The least share of either one's own code that agrees.  [default: 50]",
)
@click.option(
    "--common",
    type=FiniteRange(0, 100),
    default=20,
    metavar="PERCENT",
    help="Ignore code that more than this share of the class has.  [default: 20]",
)
@click.option("--most", type=click.IntRange(min=1), default=50, metavar="N", help="Show so many pairs.  [default: 50]")
def similar(intake: IntakeOptions, html: Path | None, share: float, common: float, most: int) -> int:
    """List submissions with equal or similar code, for a person to review.

    Files that are the same, or the same apart from names, comments and order, are one set, whatever their number. Of
    the others, code that was handed out, or that many students have in common, does not count. No score changes.
    """
    from autograder.similarity import SimilarityLimits, compare_class  # noqa: PLC0415 - an optional dependency
    from autograder.similarity.page import cluster_lines, common_lines, similar_html, similar_table  # noqa: PLC0415

    course = open_course(intake.submissions)
    if html and html.is_dir():
        raise IntakeError(f"{html}: is a folder; name a file for the page")
    limits = SimilarityLimits(share=share / 100, common=common / 100)
    report = compare_class(course, read_intake(intake, course).submissions, _stubs(course), limits)
    if html:
        with writing(html):
            write_text(html, similar_html(report, course.title, limits, most))
    console = make_console()
    for line in cluster_lines(report):
        console.print(line, markup=False, soft_wrap=True)
    if report.pairs:
        console.print(similar_table(report.pairs[:most]))
    for line in (*report.left_out, *common_lines(report)):
        console.print(line, markup=False, soft_wrap=True)
    counts = f"{report.files} files compared, {len(report.clusters)} sets of equal files, "
    counts += f"{len(report.pairs)} pairs to look at"
    console.print(f"{counts}; no score changes" + (f"; {html}" if html else ""), markup=False)
    return DONE


def _stubs(course: Course) -> dict[tuple[str, str], str]:
    """Return the code that was handed out, by assignment id and file."""
    return {
        (item.id, file): (course.assignments_folder / item.id / file).read_text(encoding="utf-8")
        for item in course
        for file in item.files
    }
