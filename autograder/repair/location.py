"""Where a mistake is in a student's file, as result.json says it."""

from dataclasses import dataclass
from typing import Any

from autograder.printable import printable
from autograder.repair.source import Text

AROUND = 2  # lines that are shown before and after
LONGEST = 200  # characters of a line that are shown


@dataclass(frozen=True)
class Location:
    """A place in a student's file.

    Attributes:
        line, end_line: from 1.
        column, end_column: the part that is meant, from 0 in characters, the end not included.
        text: the file.
        mended: the places of the checks that fail and pass after a change there; empty if all pass then.
    """

    line: int
    end_line: int
    column: int
    end_column: int
    text: str
    mended: tuple[int, ...] = ()

    @property
    def more_checks(self) -> int:
        """How many more checks pass after a change there; 0 if all do."""
        return len(self.mended)

    def to_json(self) -> dict[str, Any]:
        """Return what is added to the entry of a mistake: the place, the line, and those around it."""
        lines = Text(self.text).lines
        first, last = max(1, self.line - AROUND), min(len(lines), max(self.line, self.end_line) + AROUND)
        while last > self.line and not lines[last - 1].strip():
            last -= 1
        around = [printable(line, LONGEST) for line in lines[first - 1 : last]]
        place = {"line": self.line, "end_line": self.end_line, "column": self.column, "end_column": self.end_column}
        more = {"more_checks": self.more_checks} if self.more_checks else {}
        return place | more | {"code": around[self.line - first], "around": {"first": first, "lines": around}}
