"""What is told while a class is graded: a bar in a terminal, nothing in a pipe, lines of JSON for programs."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from autograder.reports.table import status_of
from autograder.reports.terminal import anomaly_lines, class_table, make_console, needs_you_lines
from autograder.results.model import Json, Ungraded
from autograder.results.store import Key

LEAST, MOST = 20, 60  # characters of the latest anomaly: in less there is no sense, and more draws the eye
BESIDE = 81  # columns that the rest of the line takes in a large class


class Teller(Protocol):
    """Whoever is told."""

    def begin(self, todo: Sequence[Key], known: int) -> None:
        """So much is to be graded, and so much is known."""

    def graded(self, brief: Json) -> None:
        """One result is there."""

    def ungraded(self, item: Ungraded) -> None:
        """One submission has no verdict."""

    def say(self, text: str) -> None:
        """A remark in one line."""

    def move(self, line: str, move: Json) -> None:
        """Somebody's score moves."""

    def pause(self) -> None:
        """The last submission is done, or the run is stopped."""

    def table(self, results: Sequence[Json], ungraded: Sequence[Ungraded]) -> None:
        """Everybody's scores, and what has none."""

    def end(self, summary: str, figures: Json) -> None:
        """All is done."""


class Counts:
    """How far a run is, in submissions and in students."""

    def __init__(self, todo: Sequence[Key]) -> None:
        self._open = Counter(student for student, _ in todo)
        self.students = len(self._open)
        self.done = 0
        self.anomalies: list[str] = []

    def add(self, student: str, anomalies: Sequence[str] = ()) -> None:
        """One submission more."""
        self._open[student] -= 1
        self.done += self._open[student] == 0
        self.anomalies += anomalies


def _look(anomalies: Sequence[str], room: int) -> str:
    """How many there are to look at, and the latest one where there is room for it."""
    if not anomalies:
        return ""
    latest = f": {anomalies[-1][: min(room, MOST)]}" if room >= LEAST else ""
    return f"{len(anomalies)} to look at{latest}"


class TerminalTeller:
    """A bar while it runs, a table at the end; in a pipe only the table."""

    def __init__(self) -> None:
        self._console = make_console()
        columns = (
            TextColumn("grading"),
            BarColumn(bar_width=10),
            TextColumn("{task.fields[told]}", markup=False),
            TimeRemainingColumn(),
            TextColumn("{task.fields[look]}", markup=False, style="yellow"),
        )
        self._bar = Progress(*columns, console=self._console, transient=True, disable=not self._console.is_terminal)
        self._task = TaskID(0)
        self._counts = Counts(())

    def begin(self, todo: Sequence[Key], known: int) -> None:  # noqa: ARG002 - the end tells what was known
        """Draw the bar."""
        self._counts = Counts(todo)
        if todo:
            self._task = self._bar.add_task("grading", total=len(todo), told="", look="")
            self._bar.start()

    def graded(self, brief: Json) -> None:
        """Advance."""
        self._counts.add(brief["student"], anomaly_lines([brief]))
        self._advance()

    def ungraded(self, item: Ungraded) -> None:
        """Advance."""
        self._counts.add(item.student)
        self._advance()

    def _advance(self) -> None:
        counts, speed = self._counts, self._bar.tasks[self._task].speed
        rate = f", {speed:.1f} submissions/s" if speed else ""
        look = _look(counts.anomalies, self._console.width - BESIDE)
        told = f"{counts.done}/{counts.students} students{rate}"
        self._bar.update(self._task, advance=1, told=told, look=look)

    def say(self, text: str) -> None:
        """Print, above the bar if there is one."""
        self._console.print(Text(text), soft_wrap=True)

    def move(self, line: str, move: Json) -> None:  # noqa: ARG002 - for people
        """Print."""
        self.say(line)

    def pause(self) -> None:
        """Take the bar away."""
        self._bar.stop()

    def table(self, results: Sequence[Json], ungraded: Sequence[Ungraded]) -> None:
        """The table, what to look at, what was left."""
        self._console.print(class_table(results))
        for line in anomaly_lines(results):
            self.say(f"look at {line}")
        for line in needs_you_lines(results):
            self.say(f"needs you: {line}")
        for item in ungraded:
            self.say(f"ungraded: {item.student}, {item.assignment}: {item.reason}")

    def end(self, summary: str, figures: Json) -> None:  # noqa: ARG002 - for people
        """The last line."""
        self.say(summary)


class JsonTeller:
    """One object on each line of stdout, at once."""

    def begin(self, todo: Sequence[Key], known: int) -> None:
        """The event `begin`."""
        self._counts = Counts(todo)
        self._tell("begin", todo=len(todo), known=known, students=self._counts.students)

    def graded(self, brief: Json) -> None:
        """The event `graded`."""
        self._counts.add(brief["student"])
        told = {name: brief[name] for name in ("student", "assignment", "score", "max_score", "anomalies")}
        self._tell("graded", **told, status=status_of(brief), students_done=self._counts.done)

    def ungraded(self, item: Ungraded) -> None:
        """The event `ungraded`."""
        self._counts.add(item.student)
        self._tell("ungraded", **vars(item), students_done=self._counts.done)

    def say(self, text: str) -> None:
        """The event `note`."""
        self._tell("note", text=text)

    def move(self, line: str, move: Json) -> None:  # noqa: ARG002 - for programs
        """The event `move`."""
        self._tell("move", **move)

    def pause(self) -> None:
        """Nothing to take away."""

    def table(self, results: Sequence[Json], ungraded: Sequence[Ungraded]) -> None:
        """Nothing that was not told."""

    def end(self, summary: str, figures: Json) -> None:
        """The event `end`."""
        self._tell("end", summary=summary, **figures)

    def _tell(self, event: str, **content: object) -> None:
        sys.stdout.write(json.dumps({"event": event} | content, sort_keys=True) + "\n")
        sys.stdout.flush()
