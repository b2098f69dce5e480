"""What an instructor sees at the end: a table, and what is worth a look."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

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
        scored = sum(result["score"] for result in own.values())
        possible = sum(result["max_score"] for result in own.values())
        table.add_row(Text(student), *cells, f"{round(scored, 2):g}/{possible:g}")
    return table


def _cell(result: Json | None) -> str:
    if result is None:
        return ""
    outcomes = {exercise["outcome"] for exercise in result["exercises"]}
    return "-" if outcomes == {"not submitted"} else f"{result['score']:g}"


def anomaly_lines(results: Sequence[Json]) -> list[str]:
    """One line per affected student and assignment."""
    return [
        f"{result['student']}, {result['assignment']}: "
        + "; ".join(f"{a['kind']} in {a['exercise']}: {a['evidence']}" for a in result["anomalies"])
        for result in results
        if result["anomalies"]
    ]
