"""`autograder intake` and `autograder similar`: read the submissions without running them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from autograder.cli.common import (
    BAD_ARGUMENTS,
    DONE,
    FOUND,
    FiniteRange,
    NamedPath,
    command,
    open_course,
    require_writable,
    working,
    writing,
)
from autograder.cli.options import SUBMISSIONS, intake_options, json_option, policies_option
from autograder.course.policies import with_policies_file
from autograder.intake.options import IntakeOptions, read_intake
from autograder.intake.outline import read_stubs
from autograder.intake.problems import IntakeProblem, intake_problems
from autograder.intake.submission import Intake
from autograder.reports.events import emit_event
from autograder.reports.people import people_in
from autograder.reports.terminal import intake_table, make_console, submission_notes, submission_status
from autograder.results.files import write_text
from autograder.wording import counted

if TYPE_CHECKING:
    from autograder.similarity import SimilarityReport


@command(
    arguments={"SUBMISSIONS": SUBMISSIONS},
    statuses={
        DONE: "everything was understood",
        FOUND: "something is refused or ignored; with --problems: something is listed",
        BAD_ARGUMENTS: "bad arguments",
    },
    examples=[
        "autograder intake submissions.zip",
        "autograder intake downloads --roster class.csv --problems",
    ],
)
@intake_options
@policies_option
@click.option("--all", "everything", is_flag=True, help="List also what was not handed in.")
@click.option("--problems", "only_problems", is_flag=True, help="List only what needs a person.")
@json_option
def intake(
    *, intake: IntakeOptions, policies: Path | None, everything: bool, only_problems: bool, as_json: bool
) -> int:
    """Show what would be graded, and what is refused and why.

    Nothing is run, and nothing is written. With --problems, only what is refused, unreadable or unclear is listed.
    """
    course = with_policies_file(open_course(json=as_json), policies)
    with working("reading the submissions"):
        received = read_intake(intake, course)
    problems = intake_problems(received, course)
    if as_json:
        _report_json(received, problems, everything=everything, only_problems=only_problems)
    elif only_problems:
        for problem in problems:
            click.echo(str(problem))
        click.echo(f"{counted(len(problems), 'problem')}; {_summary(received)}")
    else:
        _report(received, everything=everything)
    refused = any(item.missing and not item.sources for item in received.submissions)
    found = bool(problems) if only_problems else bool(refused or received.ignored)
    return FOUND if found else DONE


def _counts(received: Intake) -> tuple[int, int]:
    """Return how many submissions would be graded, and of how many students."""
    present = [item for item in received.submissions if item.sources]
    return len(present), len({item.student for item in present})


def _summary(received: Intake) -> str:
    submissions, students = _counts(received)
    return f"{counted(submissions, 'submission')} of {counted(students, 'student')} would be graded"


def _report(received: Intake, *, everything: bool) -> None:
    console = make_console()
    console.print(intake_table(received, everything=everything))
    for line in (*received.remarks, *received.ignored):
        console.print(line, markup=False, soft_wrap=True)
    console.print(_summary(received), markup=False)


def _report_json(received: Intake, problems: list[IntakeProblem], *, everything: bool, only_problems: bool) -> None:
    """Print an event for each submission, remark and problem, and one at the end; or only those of problems."""
    for item in () if only_problems else received.submissions:
        if everything or not item.is_absent:
            place = {"student": item.student, "assignment": item.assignment, "late": item.late}
            files = {"files": sorted(item.sources), "notes": submission_notes(item)}
            emit_event("submission", **place, **files, status=submission_status(item))
    for line in () if only_problems else (*received.remarks, *received.ignored):
        emit_event("note", text=line)
    for problem in problems:
        emit_event("problem", **vars(problem))
    submissions, students = _counts(received)
    counts = {"submissions": submissions, "students": students}
    emit_event("end", summary=_summary(received), problems=len(problems), **counts)


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
@json_option
def similar(*, intake: IntakeOptions, html: Path | None, share: float, common: float, most: int, as_json: bool) -> int:
    """List submissions with equal or similar code, for a person to review.

    Files that are the same, or the same apart from names, comments and order, are one set, whatever their number. Of
    the others, code that was handed out, or that many students have in common, does not count. No score changes.
    """
    from autograder.similarity import SimilarityLimits, compare_class  # noqa: PLC0415 - an optional dependency
    from autograder.similarity.page import similar_html  # noqa: PLC0415 - the same

    course = open_course(json=as_json)
    require_writable(html, "--html")
    limits = SimilarityLimits(share=share / 100, common=common / 100)
    with working("reading the submissions"):
        submissions = read_intake(intake, course).submissions
    stubs = {(item.id, file): data.decode() for item in course for file, data in read_stubs(item).items()}
    with working("comparing the submissions"):
        report = compare_class(course, submissions, stubs, limits)
    if html:
        with writing(html):
            people = people_in(intake.roster) if intake.roster else {}
            write_text(html, similar_html(report, course.title, limits, most, people))
    counts = f"{counted(report.files, 'file')} compared, {counted(len(report.clusters), 'set')} of equal files"
    summary = f"{counts}, {counted(len(report.pairs), 'pair')} to look at; no score changes"
    summary += f"; {html}" if html else ""
    (_report_similar_json if as_json else _report_similar)(report, most, summary)
    return DONE


def _report_similar(report: "SimilarityReport", most: int, summary: str) -> None:
    from autograder.similarity.page import cluster_lines, common_lines, similar_table  # noqa: PLC0415 - as above

    console = make_console()
    for line in cluster_lines(report):
        console.print(line, markup=False, soft_wrap=True)
    if report.pairs:
        console.print(similar_table(report.pairs[:most]))
    for line in (*report.left_out, *common_lines(report)):
        console.print(line, markup=False, soft_wrap=True)
    console.print(summary, markup=False, soft_wrap=True)


def _report_similar_json(report: "SimilarityReport", most: int, summary: str) -> None:
    """Print an event for each set of equal files, each pair and each remark, and one at the end."""
    from autograder.similarity.page import common_lines  # noqa: PLC0415 - as above

    for item in report.clusters:
        place = {"assignment": item.assignment, "file": item.file}
        emit_event("equal", **place, kind=str(item.kind), students=list(item.students))
    for pair in report.pairs[:most]:
        place = {"assignment": pair.assignment, "file": pair.file}
        shares = {"share": round(pair.one.share, 4), "other_share": round(pair.other.share, 4)}
        emit_event("pair", **place, student=pair.one.student, other=pair.other.student, **shares)
    for line in (*report.left_out, *common_lines(report)):
        emit_event("note", text=line)
    counts = {"files": report.files, "sets": len(report.clusters), "pairs": len(report.pairs)}
    emit_event("end", summary=summary, **counts)
