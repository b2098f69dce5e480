"""Reading TOML tables: only known entries, each of the right kind, and one sentence for each mistake."""

import math
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from autograder.course.model import CourseError

Table = dict[str, Any]


def read_toml(path: Path, name: str = "") -> Table:
    """The content of a TOML file, which messages call `name` or else by its path.

    Raises:
        CourseError: the file cannot be read, or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CourseError(f"{name or path}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise CourseError(f"{name or path}: is no TOML file ({error})") from error


def as_table(data: Any, place: str, known: Iterable[str]) -> Table:
    """`data`, if it is a table of known entries.

    Raises:
        CourseError: it is none, or has another entry.
    """
    if not isinstance(data, dict):
        raise CourseError(f"{place}: is {data!r}, expected a table")
    names = list(known)
    for key in data:
        if key not in names:
            raise CourseError(f"{place}: has no entry {key!r}; it may have {', '.join(names)}")
    return data


def needed(table: Table, key: str, place: str) -> Any:
    """The entry `key` of a table, which must be there."""
    if key not in table:
        raise CourseError(f"{place}: the entry {key!r} is missing")
    return table[key]


def as_list(data: Any, place: str) -> list[Any]:
    """`data`, if it is a list."""
    if not isinstance(data, list):
        raise CourseError(f"{place}: is {data!r}, expected a list")
    return data


def as_text(data: Any, place: str) -> str:
    """`data`, if it is a text that is not empty."""
    if not isinstance(data, str) or not data.strip():
        raise CourseError(f"{place}: is {data!r}, expected a text in quotes")
    return data


def as_choice(data: Any, place: str, choices: Collection[str]) -> str:
    """`data`, if it is one of some words."""
    if not isinstance(data, str) or data not in choices:
        raise CourseError(f"{place}: is {data!r}, expected one of {', '.join(choices)}")
    return data


def as_number(data: Any, place: str, *, most: float) -> float:
    """`data`, if it is a number from 0 to `most`."""
    if not _is_number(data) or not 0 <= data <= most:
        raise CourseError(f"{place}: is {data!r}, expected a number from 0 to {most:g}")
    return float(data)


def as_positive(data: Any, place: str, *, whole: bool = False) -> float:
    """`data`, if it is a finite number above 0; with `whole`, a whole one."""
    if not _is_number(data) or not 0 < data < math.inf or (whole and not isinstance(data, int)):
        raise CourseError(f"{place}: is {data!r}, expected a {'whole ' if whole else ''}number above 0")
    number: float = data
    return number


def _is_number(data: Any) -> bool:
    return isinstance(data, int | float) and not isinstance(data, bool)
