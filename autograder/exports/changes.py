"""What an export changes in the file that the platform has exported: shown before anything is uploaded."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Change:
    """One cell."""

    who: str
    column: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.who}: {self.column}: {self.before or 'empty'} -> {self.after}"


@dataclass
class Changes:
    """All cells that differ, how many stay, and who was not found on either side."""

    changed: list[Change] = field(default_factory=list)
    same: int = 0
    unmatched: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def put(self, row: dict[str, str], who: str, column: str, after: str) -> None:
        """Write a cell and remember what it was."""
        before = row.get(column, "")
        if same(before, after):
            self.same += 1
            return
        row[column] = after
        self.changed.append(Change(who, column, before, after))

    def lines(self) -> list[str]:
        """One line per changed cell, first line of it only."""
        return [str(change).split("\n", maxsplit=1)[0] for change in self.changed]

    def summary(self) -> str:
        """How much changes."""
        filled = sum(not change.before for change in self.changed)
        text = f"cells: {filled} filled, {len(self.changed) - filled} changed, {self.same} as before"
        return text + (f"; students not found: {len(self.unmatched)}" if self.unmatched else "")


def same(before: str, after: str) -> bool:
    """Whether two cells say the same: 17.50 is 17.5."""
    try:
        return float(before) == float(after)
    except ValueError:
        return before == after


def unmatched_lines(unmatched: Sequence[str], where: str) -> list[str]:
    """A sentence for each student who is not in the file."""
    return [
        f"{student}: not found in {where}; name this student in the roster, or enter the score by hand"
        for student in unmatched
    ]
