"""CSV files with a header: reads those of learning platforms, and writes them with formulas escaped."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.csv_files import CsvFile, read_csv_file
from autograder.exports.class_results import ExportError
from autograder.results.csv_cells import escape_cell


@dataclass
class CsvTable:
    """Rows by column name; the order of rows and columns is kept."""

    columns: list[str]
    rows: list[dict[str, str]] = field(default_factory=list)

    def column(self, name: str) -> str:
        """Return the name of a column, after adding it at the end if it does not exist."""
        if name not in self.columns:
            self.columns.append(name)
        return name

    def to_text(self, *, bom: bool = False) -> str:
        """Return the file: quoted where needed, formulas escaped; *bom* marks it as UTF-8 for Excel."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\r\n")
        writer.writerow([escape_cell(name) for name in self.columns])
        writer.writerows([escape_cell(row.get(name, "")) for name in self.columns] for row in self.rows)
        return ("\ufeff" if bom else "") + stream.getvalue()


def read_csv_table(path: Path) -> CsvTable:
    """Read a CSV file that a platform has exported, with commas, semicolons or tabs.

    Raises:
        ExportError: it cannot be read, has no header, or has two columns of one name.
    """
    table = read_csv_file(path, ExportError, advice="name the file that the platform exported")
    if not any(table.header):
        raise ExportError(f"{path}: is empty; export it again")
    return _table(path, table)


def _table(path: Path, table: CsvFile) -> CsvTable:
    columns = table.header
    if twice := sorted({name for name in columns if columns.count(name) > 1}):
        raise ExportError(f"{path}: has two columns called {twice[0]!r}; rename one of them")
    if wide := next((number for number, row in table.rows if len(row) > len(columns)), None):
        raise ExportError(f"{path}, line {wide}: has more cells than the header; export it again")
    return CsvTable(columns, [row for _, row in table.records()])


def find_column(columns: Iterable[str], *names: str) -> str | None:
    """Return the column with the first of *names* that exists, ignoring case; None if none does."""
    by_name = {column.strip().lower(): column for column in columns}
    return next((by_name[name.lower()] for name in names if name.lower() in by_name), None)
