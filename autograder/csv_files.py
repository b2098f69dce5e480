"""Reads CSV files of people, spreadsheets and platforms: one way to decode, to guess the separator, and to complain."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import AutograderError

SEPARATORS = ",;\t"
QUOTED = re.compile(r'"[^"]*"')


@dataclass(frozen=True)
class CsvFile:
    """The header of a CSV file and its rows; rows without any text are left out.

    Attributes:
        header: the names of the columns; empty if the file is.
        rows: each with the number of its line in the file; it may have fewer or more cells than the header.
        whole: whether the last line has an end.
        separator: what separates cells.
    """

    header: list[str]
    rows: list[tuple[int, list[str]]]
    whole: bool = True
    separator: str = ","

    def records(self) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield the line and the cells of each row by column; a cell that is missing is empty."""
        width = len(self.header)
        for line, cells in self.rows:
            filled = cells[:width] + [""] * (width - len(cells))
            yield line, dict(zip(self.header, filled, strict=True))


def read_csv_file(path: Path, error: type[AutograderError], *, advice: str = "", content: str = "it") -> CsvFile:
    """Read a CSV file; see `read_utf8` and `parse_csv` for the arguments and errors."""
    return parse_csv(path, read_utf8(path, error, advice=advice, content=content), error)


def read_utf8(path: Path, error: type[AutograderError], *, advice: str = "", content: str = "it") -> str:
    """Return the text of a file, without the mark that spreadsheets put before it.

    Args:
        path: the file.
        error: the class of the error that is raised, with one sentence.
        advice: what to do about a file that cannot be read, such as `name a CSV file with --roster`.
        content: what the file contains, such as `the roster`, for the advice how to save it.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise error(f"{path}: cannot be read ({problem.strerror}){advice and f'; {advice}'}") from problem
    except UnicodeDecodeError as problem:
        raise error(f"{path}: is not UTF-8 text; save {content} as CSV UTF-8") from problem


def parse_csv(path: Path, text: str, error: type[AutograderError]) -> CsvFile:
    """Read the text of a CSV file with commas, semicolons or tabs: the one that the first line has most of.

    Args:
        path: the file, for the message.
        text: its content.
        error: the class of the error that is raised, with one sentence, if this is no CSV.
    """
    lines = (QUOTED.sub("", line) for line in text.splitlines())
    first = next((line for line in lines if line.strip(SEPARATORS + " ")), "")
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        header = next(filter(any, reader), [])
        rows = [(reader.line_num, cells) for cells in reader if any(cells)]
    except csv.Error as problem:
        if str(problem) == "unexpected end of data":  # it is cut off, or a quote stands where none belongs
            raise error(f"{path}: a quoted cell does not end before the file does; put the file back") from problem
        raise error(f"{path}: is not a CSV file ({problem}); save it again as CSV UTF-8") from problem
    return CsvFile(header, rows, text.endswith(("\n", "\r")), separator)
