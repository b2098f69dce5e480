"""The sizes that a derivation may ask each student about: ranges beside the exercise, in the order of its arguments."""

from typing import Any

from autograder.course.model import CourseError, Size
from autograder.course.tables import as_table

FORM = "expected [11, 48], or { range = [3, 7], divides = 'another size' }"


def load_sizes(data: Any, exercise: str) -> tuple[Size, ...]:
    """Read the entry `sizes` of an exercise, which messages call `exercise`.

    Raises:
        CourseError: it is of the wrong kind, or names a size that is not there.
    """
    place = f"{exercise}: sizes"
    if not isinstance(data, dict):
        raise CourseError(f"{place}: is {data!r}, expected a table of ranges")
    sizes = tuple(_size(name, entry, f"{place}.{name}") for name, entry in data.items())
    for size in sizes:
        if size.divides and size.divides not in data.keys() - {size.name}:
            raise CourseError(f"{place}.{size.name}: divides {size.divides!r}, which is no other size of the exercise")
    return sizes


def _size(name: str, entry: Any, place: str) -> Size:
    table = as_table(entry if isinstance(entry, dict) else {"range": entry}, place, ("range", "divides"))
    limits, divides = table.get("range"), table.get("divides", "")
    if not isinstance(limits, list) or [type(item) for item in limits] != [int, int] or not isinstance(divides, str):
        raise CourseError(f"{place}: is {entry!r}, {FORM}")
    low, high = limits
    if not 1 <= low <= high:
        raise CourseError(f"{place}: is {entry!r}, expected whole numbers from 1 on, the smaller one first")
    return Size(name, low, high, divides)
