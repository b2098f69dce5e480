"""Text that student code has chosen: a message, the name of a type, a key, a word that it printed.

It comes from a worker, and this is where it enters. Checks compare it as it came. Wherever it is put into a sentence
(an f-string, `repr`), it is printable and in one line, and between two marks, so that whoever publishes the sentence
knows how much of it the student's code has written. No printable text contains such a mark, so none can be forged.

What joins texts without formatting them (`", ".join(names)`) loses the marks: write `listed(names)`.
"""

import re
from collections.abc import Iterable
from typing import Self

from autograder.printable import printable

OPEN, CLOSE = "\ue000", "\ue001"  # private use: not printable
USUAL_DIMENSIONS, USUAL_SIZE = 6, 9999  # of shapes
LONGEST = 1000  # letters of one text; a report may hold a megabyte where a name belongs
MARKED = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*)(?:{CLOSE}|$)")
MARKS = str.maketrans("", "", OPEN + CLOSE)


class StudentText(str):
    """A string from a worker, equal to what came."""

    __slots__ = ()

    def __str__(self) -> Self:  # a plain string would not know what it is
        return self

    def __repr__(self) -> str:
        return _marked(str.__repr__(self))

    def __format__(self, specification: str) -> str:
        return _marked(format(_in_one_line(self), specification))


def _marked(text: str) -> str:
    return f"{OPEN}{_in_one_line(text)}{CLOSE}"


def _in_one_line(text: str) -> str:
    return printable(" ".join(str.__str__(text)[: 2 * LONGEST].translate(MARKS).split()), LONGEST)


def quoted(value: object) -> str:
    """Anything from a report, put into words, as one marked text."""
    return format(StudentText(value))


def listed(names: Iterable[object]) -> str:
    """Names with commas, each of them marked where it is a student's."""
    return ", ".join(f"{name}" for name in names)


def told_shape(shape: Iterable[int]) -> str:
    """A shape from a worker; one that no exercise has could spell out something, and counts as the student's words."""
    sizes = tuple(shape)
    plain = len(sizes) <= USUAL_DIMENSIONS and all(size <= USUAL_SIZE for size in sizes)
    return str(sizes) if plain else quoted(sizes)


def unmarked(text: str) -> str:
    """A sentence without the marks, to look something up in it."""
    return text.translate(MARKS)


# What the reports themselves are written with. A text that is one of these says nothing, and is a plain string.
OWN_WORDS = frozenset(
    (
        *("calls", "value", "untouched", "rng_untouched", "unmarked", "models", "weights", "training", "frozen"),
        *("defined", "module", "parameters", "state", "grads", "connected", "inputs", "printed", "unsendable"),
        *("raised", "type", "text", "chain", "where", "file", "line", "column", "function", "code", "parses"),
        *("not_attempted", "ends_process", "refused", "misfit", "name", "wanted", "found", "failures", "lost"),
        *("after", "changed", "values_kept", "read", "words", "reflection"),
    )
)


def from_worker(text: str) -> str:
    """How a string of a report is kept."""
    return text if not text or text in OWN_WORDS else StudentText(text)
