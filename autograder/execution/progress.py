"""Reports the progress of a run: a bar and a table in a terminal, only the table in a pipe, or JSON lines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from autograder.reports.events import emit_event
from autograder.reports.terminal import anomaly_lines, class_table, make_console
from autograder.results.model import GradingFailure, Json
from autograder.results.store import ResultKey
from autograder.results.summary import shown_status, unscored_lines

MIN_WIDTH, MAX_WIDTH = 20, 60  # characters of the latest anomaly: fewer are useless, more are distracting
OTHER_COLUMNS = 81  # columns that the rest of the line takes in a large class


class ProgressReporter(Protocol):
    """Receives the progress events of a run."""

    def begin(self, pending: Sequence[ResultKey], cached: int) -> None:
        """The run has started: `pending` submissions are to be graded, `cached` have a stored result."""

    def graded(self, summary: Json) -> None:
        """A submission has been graded; `summary` is that of its result (`results.summary`)."""

    def ungraded(self, item: GradingFailure) -> None:
        """A submission could not be graded."""

    def note(self, text: str) -> None:
        """A remark of one line."""

    def needs_person(self, text: str) -> None:
        """A line about what a person must decide, which is never left out."""

    def score_changed(self, line: str, change: Json) -> None:
        """A score changed: as a line for a person, and as data."""

    def stop_progress(self) -> None:
        """No more submissions will be graded: the last one is done, or the run was interrupted."""

    def table(self, results: Sequence[Json], ungraded: Sequence[GradingFailure], totals: Mapping[str, str]) -> None:
        """All scores, the submissions without one, and totals where the course has weights or dates."""

    def end(self, summary: str, figures: Json) -> None:
        """The run has finished."""


class ProgressCounts:
    """How far a run is, in submissions and in students.

    Attributes:
        students: how many students have a submission to grade.
        done: how many of them have all their submissions graded.
        anomalies: a line for each thing that a person should look at, in the order of grading.
    """

    def __init__(self, pending: Sequence[ResultKey]) -> None:
        self._open = Counter(student for student, _ in pending)
        self.students = len(self._open)
        self.done = 0
        self.anomalies: list[str] = []

    def add(self, student: str, anomalies: Sequence[str] = ()) -> None:
        """Count one more submission of a student."""
        self._open[student] -= 1
        self.done += self._open[student] == 0
        self.anomalies += anomalies


class TerminalReporter:
    """A progress bar while the run lasts, a table at the end; in a pipe only the table."""

    def __init__(self) -> None:
        self._console = make_console()
        columns = (
            TextColumn("grading"),
            BarColumn(bar_width=10),
            TextColumn("{task.fields[status]}", markup=False),
            TimeRemainingColumn(),
            TextColumn("{task.fields[anomalies]}", markup=False, style="yellow"),
        )
        self._bar = Progress(*columns, console=self._console, transient=True, disable=not self._console.is_terminal)
        self._task = TaskID(0)
        self._counts = ProgressCounts(())

    def begin(self, pending: Sequence[ResultKey], cached: int) -> None:  # noqa: ARG002 - the last line has this number
        """Draw the bar."""
        self._counts = ProgressCounts(pending)
        if pending:
            self._task = self._bar.add_task("grading", total=len(pending), status="", anomalies="")
            self._bar.start()

    def graded(self, summary: Json) -> None:
        """Advance the bar."""
        self._counts.add(summary["student"], anomaly_lines([summary]))
        self._advance()

    def ungraded(self, item: GradingFailure) -> None:
        """Advance the bar."""
        self._counts.add(item.student)
        self._advance()

    def note(self, text: str) -> None:
        """Print, above the bar if there is one."""
        self._console.print(Text(text), soft_wrap=True)

    def needs_person(self, text: str) -> None:
        """Print, as every note."""
        TerminalReporter.note(self, text)

    def score_changed(self, line: str, change: Json) -> None:  # noqa: ARG002 - for programs
        """Print the line."""
        self.note(line)

    def stop_progress(self) -> None:
        """Remove the bar."""
        self._bar.stop()

    def table(self, results: Sequence[Json], ungraded: Sequence[GradingFailure], totals: Mapping[str, str]) -> None:
        """Print the table, and what a person should look at."""
        self._console.print(class_table(results, totals))
        for line in anomaly_lines(results):
            self.note(f"look at {line}")
        self._print_unscored(results, ungraded)

    def _print_unscored(self, results: Sequence[Json], ungraded: Sequence[GradingFailure]) -> None:
        """Print what has no score, and why."""
        for line in unscored_lines(results):
            TerminalReporter.note(self, line)
        for item in ungraded:
            TerminalReporter.note(self, f"ungraded: {item.student}, {item.assignment}: {item.reason}")

    def end(self, summary: str, figures: Json) -> None:  # noqa: ARG002 - for programs
        """Print the last line."""
        self.note(summary)

    def _advance(self) -> None:
        counts, speed = self._counts, self._bar.tasks[self._task].speed
        rate = f", {speed:.1f} submissions/s" if speed else ""
        anomalies = _anomaly_status(counts.anomalies, self._console.width - OTHER_COLUMNS)
        status = f"{counts.done}/{counts.students} students{rate}"
        self._bar.update(self._task, advance=1, status=status, anomalies=anomalies)


class QuietReporter(TerminalReporter):
    """Prints only score changes, what a person must decide, what has no score, and the last line."""

    def begin(self, pending: Sequence[ResultKey], cached: int) -> None:
        """Nothing."""

    def graded(self, summary: Json) -> None:
        """Nothing."""

    def ungraded(self, item: GradingFailure) -> None:
        """Nothing: it is named at the end."""

    def note(self, text: str) -> None:
        """Nothing."""

    def score_changed(self, line: str, change: Json) -> None:  # noqa: ARG002 - for programs
        """Print the line."""
        super().note(line)

    def table(self, results: Sequence[Json], ungraded: Sequence[GradingFailure], totals: Mapping[str, str]) -> None:  # noqa: ARG002 - the same
        """Print what has no score."""
        self._print_unscored(results, ungraded)

    def end(self, summary: str, figures: Json) -> None:  # noqa: ARG002 - the same
        """Print the last line."""
        super().note(summary)


def _anomaly_status(anomalies: Sequence[str], width: int) -> str:
    """How many anomalies there are, and the latest one if `width` is enough for it."""
    if not anomalies:
        return ""
    latest = f": {anomalies[-1][: min(width, MAX_WIDTH)]}" if width >= MIN_WIDTH else ""
    return f"{len(anomalies)} to look at{latest}"


class JsonReporter:
    """One JSON object on each line of stdout, flushed at once."""

    def begin(self, pending: Sequence[ResultKey], cached: int) -> None:
        """The event `begin`."""
        self._counts = ProgressCounts(pending)
        emit_event("begin", todo=len(pending), known=cached, students=self._counts.students)

    def graded(self, summary: Json) -> None:
        """The event `graded`."""
        self._counts.add(summary["student"])
        content = {name: summary[name] for name in ("student", "assignment", "score", "max_score", "anomalies")}
        emit_event("graded", **content, status=shown_status(summary), students_done=self._counts.done)

    def ungraded(self, item: GradingFailure) -> None:
        """The event `ungraded`."""
        self._counts.add(item.student)
        emit_event("ungraded", **vars(item), students_done=self._counts.done)

    def note(self, text: str) -> None:
        """The event `note`."""
        emit_event("note", text=text)

    def needs_person(self, text: str) -> None:
        """The event `note`."""
        self.note(text)

    def score_changed(self, line: str, change: Json) -> None:  # noqa: ARG002 - for people
        """The event `move`."""
        emit_event("move", **change)

    def stop_progress(self) -> None:
        """There is no bar to remove."""

    def table(self, results: Sequence[Json], ungraded: Sequence[GradingFailure], totals: Mapping[str, str]) -> None:
        """Nothing: all of it has been reported."""

    def end(self, summary: str, figures: Json) -> None:
        """The event `end`."""
        emit_event("end", summary=summary, **figures)
