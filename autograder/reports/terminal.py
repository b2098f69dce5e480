"""Tables and lines for the terminal of an instructor."""

import shutil
import sys
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.intake.submission import Intake, Submission
from autograder.reports.grades_table import score_sum_text
from autograder.results.model import Json
from autograder.results.summary import EXCUSED, was_submitted

NO_WRAPPING = 100_000  # columns: a program or a file gets each row as one line


def terminal_width() -> int:
    """Return the columns of the terminal; without one, so many that nothing is wrapped."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else NO_WRAPPING


def make_console() -> Console:
    """Return a console as wide as the terminal, with colour if it supports it; without one, nothing is wrapped."""
    return Console(width=None if sys.stdout.isatty() else NO_WRAPPING, highlight=False)


def class_table(results: Sequence[Json], totals: Mapping[str, str] | None = None) -> Table:
    """Return a table with one row per student, one column per assignment, and the sum or the total at the end.

    Args:
        results: the summaries to list.
        totals: the total of each student, where the course has weights or dates; without them, points are added.
    """
    assignments = sorted({result["assignment"] for result in results})
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold")
    for assignment in assignments:
        table.add_column(assignment.split("_", 1)[0], justify="right")
    table.add_column("total" if totals else "score", justify="right")
    by_student: dict[str, dict[str, Json]] = {}
    for result in results:
        by_student.setdefault(result["student"], {})[result["assignment"]] = result
    for student, own in sorted(by_student.items()):
        cells = [_cell(own.get(assignment)) for assignment in assignments]
        table.add_row(Text(student), *cells, totals[student] if totals else _sum(list(own.values())))
    return table


def _cell(result: Json | None) -> str:
    if result is None:
        return ""
    if result["score"] is None:
        return EXCUSED if "excused" in result else "?"
    return f"{result['score']:g}" if was_submitted(result) else "-"


def _sum(results: Sequence[Json]) -> str:
    """Return the sum of points and its maximum; without the maximum while a part waits for a person."""
    points = score_sum_text(results)
    if any(result["score"] is None and "excused" not in result for result in results):
        return points
    return f"{points}/{sum(result['max_score'] for result in results):g}"


def anomaly_lines(results: Sequence[Json]) -> list[str]:
    """Return one line for each student and assignment with an anomaly."""
    return [
        f"{result['student']}, {result['assignment']}: "
        + "; ".join(f"{a['kind']} in {a['exercise']}: {a['evidence']}" for a in result["anomalies"])
        for result in results
        if result["anomalies"]
    ]


def intake_table(intake: Intake, *, everything: bool) -> Table:
    """Return a table with one row per submission: the files that would be graded, or that it is refused or unreadable.

    A submission without files is listed only if a reason is known, or with *everything*.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold")
    table.add_column("assignment", no_wrap=True)
    table.add_column("files", overflow="fold")
    table.add_column("notes", overflow="fold")
    for item in intake.submissions:
        notes = submission_notes(item)
        if item.sources or notes or everything:
            files = "\n".join(sorted(item.sources)) or ("-" if item.is_absent else submission_status(item))
            table.add_row(Text(item.student), item.assignment, Text(files), Text("\n".join(notes)))
    return table


def submission_status(item: Submission) -> str:
    """Return what would become of a submission."""
    if item.sources:
        return "to be graded in part" if item.refused else "to be graded"
    return "unreadable" if item.unreadable else "refused" if item.received else "not submitted"


def submission_notes(submission: Submission) -> list[str]:
    """Return what was repaired, then why files are missing, unless they simply were not handed in."""
    texts = (reason.removeprefix(f"{file}: was not handed in") for file, reason in sorted(submission.missing.items()))
    return [*submission.notes, *dict.fromkeys(text.removeprefix("; ") for text in texts if text)]
