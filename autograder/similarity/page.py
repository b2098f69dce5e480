"""The list of similar pairs as a table for the terminal, and as a page with the passages side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.table import Table
from rich.text import Text

from autograder.reports.pages import TEMPLATE_ENVIRONMENT
from autograder.reports.people import Person
from autograder.similarity.comparison import CommonCode, SimilarityLimits, SimilarityReport, SimilarPair


def similar_table(pairs: Sequence[SimilarPair]) -> Table:
    """Return a table with one row for each pair and file."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("student", "other", "file"):
        table.add_column(name, overflow="fold")
    for name in ("of student", "of other"):
        table.add_column(name, justify="right")
    for pair in pairs:
        shares = (percent(pair.one.share), percent(pair.other.share))
        table.add_row(*map(Text, pair.names), f"{pair.assignment}/{pair.file}", *shares)
    return table


def similar_html(
    report: SimilarityReport,
    course: str,
    limits: SimilarityLimits,
    most: int,
    people: Mapping[str, Person] | None = None,
) -> str:
    """Return the page with the first `most` pairs of the report.

    Args:
        report: what was found.
        course: the title of the course.
        limits: those of the report.
        most: how many pairs are shown.
        people: what the class list says about students.
    """
    return TEMPLATE_ENVIRONMENT.get_template("similar.html.jinja").render(
        course=course,
        files=report.files,
        pairs=report.pairs[:most],
        unshown=len(report.pairs[most:]),
        left_out=report.left_out,
        clusters=report.clusters,
        common_code=[(f"{item.assignment}/{item.file}", common_text(item)) for item in report.common],
        common=f"{100 * limits.common:g}",
        percent=percent,
        people={student: str(replace(person, email="")) for student, person in (people or {}).items()},
    )


def cluster_lines(report: SimilarityReport) -> list[str]:
    """Return one line for each cluster, the largest first."""
    return [
        f"{item.assignment}/{item.file}: {len(item.students)} files are {item.kind}: {', '.join(item.students)}"
        for item in report.clusters
    ]


def common_lines(report: SimilarityReport) -> list[str]:
    """Return one line for each file of which code was left out."""
    return [f"{item.assignment}/{item.file}: left out as common: {common_text(item)}" for item in report.common]


def common_text(item: CommonCode) -> str:
    """Describe the code that was left out, in lines of one student's file."""
    ranges = ", ".join(f"{first}–{last}" if last > first else f"{first}" for first, last in item.lines)
    return f"what more than {item.most} students have, such as lines {ranges} of {item.student}"


def percent(share: float) -> str:
    """Return a share as a rounded percentage."""
    return f"{round(100 * share)} %"
