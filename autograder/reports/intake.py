"""What would be graded, as a table."""

from rich.table import Table
from rich.text import Text

from autograder.intake.submission import Intake, Submission


def intake_table(intake: Intake, *, everything: bool) -> Table:
    """One row per submission; those that nothing arrived for only where there is a reason, or when asked for."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("student", overflow="fold")
    table.add_column("assignment", no_wrap=True)
    table.add_column("files", overflow="fold")
    table.add_column("notes", overflow="fold")
    for item in intake.submissions:
        notes = notes_of(item)
        if item.sources or notes or everything:
            table.add_row(Text(item.student), item.assignment, Text(_files(item)), Text("\n".join(notes)))
    return table


def _files(submission: Submission) -> str:
    return "\n".join(sorted(submission.sources)) or "-"


def notes_of(submission: Submission) -> list[str]:
    """What was repaired, then what is missing for a reason of its own."""
    texts = (reason.removeprefix(f"{file}: was not handed in") for file, reason in sorted(submission.missing.items()))
    return [*submission.notes, *dict.fromkeys(text.removeprefix("; ") for text in texts if text)]
