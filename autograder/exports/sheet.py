"""A CSV file with a header: read as learning platforms write it, written so that no spreadsheet runs it."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.exports.graded import ExportError

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?%?")


@dataclass
class Sheet:
    """Rows by column; the order of both is kept."""

    columns: list[str]
    rows: list[dict[str, str]] = field(default_factory=list)

    def column(self, name: str) -> str:
        """A column of this name, added at the end where there is none."""
        if name not in self.columns:
            self.columns.append(name)
        return name

    def to_text(self, *, bom: bool = False) -> str:
        """The file: quoted where needed, formulas defused; with `bom`, a mark by which Excel knows UTF-8."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\r\n")
        writer.writerow([harmless(name) for name in self.columns])
        writer.writerows([harmless(row.get(name, "")) for name in self.columns] for row in self.rows)
        return ("\ufeff" if bom else "") + stream.getvalue()


def harmless(cell: str) -> str:
    """The same text, led by an apostrophe where a spreadsheet would run it; numbers stay numbers."""
    dangerous = cell.startswith(DANGEROUS) and not NUMBER.fullmatch(cell)
    return f"'{cell}" if dangerous else cell


def read_sheet(path: Path) -> Sheet:
    """Read a CSV file that a platform has exported.

    Raises:
        ExportError: it cannot be read, has no header, or names a column twice.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
        start = text.partition("\n")[0]
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=start.count), strict=True))
    except OSError as error:
        raise ExportError(
            f"{path}: cannot be read ({error.strerror}); name the file that the platform exported"
        ) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ExportError(f"{path}: is no CSV file in UTF-8 ({error}); export it again") from error
    if not rows or not any(rows[0]):
        raise ExportError(f"{path}: is empty; export it again")
    return _sheet(path, rows)


def _sheet(path: Path, rows: list[list[str]]) -> Sheet:
    columns = rows[0]
    if twice := sorted({name for name in columns if columns.count(name) > 1}):
        raise ExportError(f"{path}: has two columns called {twice[0]!r}; rename one of them")
    if wide := next((number for number, row in enumerate(rows, 1) if len(row) > len(columns)), None):
        raise ExportError(f"{path}, line {wide}: has more cells than the header; export it again")
    filled = [row + [""] * (len(columns) - len(row)) for row in rows[1:] if any(row)]
    return Sheet(columns, [dict(zip(columns, row, strict=True)) for row in filled])


def only_column(columns: Iterable[str], *names: str) -> str | None:
    """The first of `names` that is a column, whatever its case."""
    there = {column.strip().lower(): column for column in columns}
    return next((there[name.lower()] for name in names if name.lower() in there), None)
