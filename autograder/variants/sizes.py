"""Draws each student's own sizes from the course's secret, the student's id and the exercise.

Changing the encoding, the order of the draws or a range changes the sizes of every student.
"""

import hashlib
import hmac
import json
import unicodedata
from collections.abc import Iterable

from autograder.course import Assignment, CourseError, Exercise, Size

Sizes = dict[str, int]  # argument name -> size, in the order of the arguments
PURPOSE = "sizes of a derivation"
MAX_DRAWS = 1000  # ranges with any valid choice yield one after a few draws


def assignment_sizes(secret: bytes, student: str, assignment: Assignment) -> dict[str, Sizes]:
    """Return a student's sizes for every exercise of an assignment that has any, by exercise name."""
    return {item.name: draw_sizes(secret, student, item) for item in assignment.exercises if item.sizes}


def draw_sizes(secret: bytes, student: str, exercise: Exercise) -> Sizes:
    """Draw one size per argument, uniformly from its range, until the sizes are valid together.

    Raises:
        CourseError: no valid sizes were found in these ranges.
    """
    key = [PURPOSE, unicodedata.normalize("NFC", student), exercise.assignment, exercise.name]
    for attempt in range(MAX_DRAWS):
        drawn = {size.name: _draw(secret, [*key, size.name, attempt], size) for size in exercise.sizes}
        if _is_valid(drawn, exercise.sizes):
            return drawn
    raise CourseError(f"{exercise.full_name}: no different sizes fit its ranges; widen them")


def _draw(secret: bytes, key: list[str | int], size: Size) -> int:
    """Draw from the range of a size; the key is encoded as JSON because no two lists have the same JSON text."""
    digest = hmac.new(secret, json.dumps(key).encode(), hashlib.sha256).digest()
    return size.low + int.from_bytes(digest, "big") % (size.high - size.low + 1)


def _is_valid(drawn: Sizes, sizes: Iterable[Size]) -> bool:
    """Return whether all sizes differ (many wrong formulas are right where two are equal) and divisors divide."""
    different = len(set(drawn.values())) == len(drawn)
    return different and all(drawn[size.divides] % drawn[size.name] == 0 for size in sizes if size.divides)
