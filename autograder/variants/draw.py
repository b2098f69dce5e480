"""The sizes that belong to a student: a function of the course's secret, the student and the exercise, for ever.

Whoever changes the encoding, the order of the draws or a range changes what every student was asked.
"""

import hashlib
import hmac
import json
import unicodedata
from collections.abc import Iterable

from autograder.course import Assignment, CourseError, Exercise, Size

Sizes = dict[str, int]  # by argument, in the order of the arguments
PURPOSE = "sizes of a derivation"
DRAWS = 1000  # a range that leaves a choice at all leaves one after a handful


def sizes_of(secret: bytes, student: str, assignment: Assignment) -> dict[str, Sizes]:
    """A student's sizes for every exercise that has any, by its name."""
    return {item.name: sizes_for(secret, student, item) for item in assignment.exercises if item.sizes}


def sizes_for(secret: bytes, student: str, exercise: Exercise) -> Sizes:
    """One size for each argument, each number of a range as likely as any other; drawn again until they fit together.

    Raises:
        CourseError: no sizes in these ranges fit together.
    """
    about = [PURPOSE, unicodedata.normalize("NFC", student), exercise.assignment, exercise.name]
    for turn in range(DRAWS):
        drawn = {size.name: _drawn(secret, [*about, size.name, turn], size) for size in exercise.sizes}
        if _fit(drawn, exercise.sizes):
            return drawn
    raise CourseError(f"{exercise.assignment}.{exercise.name}: no different sizes fit its ranges; widen them")


def _drawn(secret: bytes, about: list[str | int], size: Size) -> int:
    """JSON keeps apart what stands side by side: no two lists are written alike."""
    digest = hmac.new(secret, json.dumps(about).encode(), hashlib.sha256).digest()
    return size.low + int.from_bytes(digest, "big") % (size.high - size.low + 1)


def _fit(drawn: Sizes, sizes: Iterable[Size]) -> bool:
    """All different, since many wrong formulas are right where two are equal; divisors divide."""
    different = len(set(drawn.values())) == len(drawn)
    return different and all(drawn[size.divides] % drawn[size.name] == 0 for size in sizes if size.divides)
