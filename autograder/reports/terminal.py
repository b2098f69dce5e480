"""What an instructor sees at the end: a table, and what is worth a look."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.reports.table import sum_text
from autograder.results.model import Json


def make_console() -> Console:
    """Colour only where the terminal has it; 80 columns where there is none."""
    return Console(width=None if sys.stdout.isatty() else 80, highlight=False)


def class_table(results: Sequence[Json]) -> Table:
    """One row per student, one column per assignment, the sum at the end."""
    assignments = sorted({result["assignment"] for result in results})
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold")
    for assignment in assignments:
        table.add_column(assignment.split("_", 1)[0], justify="right")
    table.add_column("score", justify="right")
    for student in sorted({result["student"] for result in results}):
        own = {result["assignment"]: result for result in results if result["student"] == student}
        cells = [_cell(own.get(assignment)) for assignment in assignments]
        table.add_row(Text(student), *cells, _sum(list(own.values())))
    return table


def _cell(result: Json | None) -> str:
    if result is None:
        return ""
    outcomes = {exercise["outcome"] for exercise in result["exercises"]}
    if result["score"] is None:
        return "?"
    return "-" if outcomes == {"not submitted"} else f"{result['score']:g}"


def _sum(results: Sequence[Json]) -> str:
    """The points out of those that there are; while a part waits, its maximum is no use."""
    points = sum_text(results)
    if any(result["score"] is None for result in results):
        return points
    return f"{points}/{sum(result['max_score'] for result in results):g}"


def needs_you_lines(results: Sequence[Json]) -> list[str]:
    """One line for each exercise that could not be graded here."""
    return [
        f"{result['student']}, {result['assignment']}, {item['exercise']}: {item['reason']}"
        for result in results
        for item in result.get("needs_person", ())
    ]


def anomaly_lines(results: Sequence[Json]) -> list[str]:
    """One line per affected student and assignment."""
    return [
        f"{result['student']}, {result['assignment']}: "
        + "; ".join(f"{a['kind']} in {a['exercise']}: {a['evidence']}" for a in result["anomalies"])
        for result in results
        if result["anomalies"]
    ]
