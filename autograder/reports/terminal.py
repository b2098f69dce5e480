"""What an instructor sees: a bar while it runs, a table at the end."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from autograder.results.model import Json

Item = TypeVar("Item")


def make_console() -> Console:
    """Colour only where the terminal has it; 80 columns where there is none."""
    return Console(width=None if sys.stdout.isatty() else 80, highlight=False)


def with_progress(console: Console, items: Iterable[Item], total: int) -> Iterator[Item]:
    """Pass items on and draw a bar; quiet in a pipe."""
    columns = (TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("grading", total=total)
        for item in items:
            progress.advance(task)
            yield item


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
