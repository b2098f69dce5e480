"""Tables of the course file: only entries that are known."""

from collections.abc import Sequence
from typing import Any

from autograder.course.model import CourseError

Table = dict[str, Any]


def as_table(data: Any, place: str, known: Sequence[str]) -> Table:
    """`data`, if it is a table of known entries.

    Raises:
        CourseError: it is none, or has another entry.
    """
    if not isinstance(data, dict):
        raise CourseError(f"{place}: is {data!r}, expected a table")
    for key in data:
        if key not in known:
            raise CourseError(f"{place}: has no entry {key!r}; it may have {', '.join(known)}")
    return data
