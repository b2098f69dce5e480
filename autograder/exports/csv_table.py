"""CSV files with a header: reads those of learning platforms, and writes them with formulas escaped."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from autograder.csv_files import CsvFile, read_csv_file
from autograder.exports.class_results import ExportError
from autograder.results.csv_cells import csv_text

DECIMAL_COMMA = re.compile(r"-?\d+,\d{1,5}")
NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?|-")  # a dash is a grade that Moodle does not have


@dataclass
class CsvTable:
    """Rows by column name; the order of rows and columns is kept, and what separates cells."""

    columns: list[str]
    rows: list[dict[str, str]] = field(default_factory=list)
    separator: str = ","

    @property
    def has_decimal_commas(self) -> bool:
        """Whether numbers are written with commas, as in `2,00`, in a column that has numbers in most of its rows."""
        columns = ([row[name].strip() for row in self.rows if row.get(name, "").strip()] for name in self.columns)
        numeric = (
            cells for cells in columns if 2 * sum(NUMBER.fullmatch(cell) is not None for cell in cells) > len(cells)
        )
        return any(DECIMAL_COMMA.fullmatch(cell) for cells in numeric for cell in cells)

    def column(self, name: str) -> str:
        """Return the name of a column, after adding it at the end if it does not exist."""
        if name not in self.columns:
            self.columns.append(name)
        return name

    def to_text(self, *, bom: bool = False) -> str:
        """Return the file: texts quoted, formulas escaped; *bom* marks it as UTF-8 for Excel."""
        cells = ([row.get(name, "") for name in self.columns] for row in self.rows)
        return ("\ufeff" if bom else "") + csv_text([self.columns, *cells], "\r\n", self.separator)


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
    return CsvTable(columns, [row for _, row in table.records()], table.separator)
