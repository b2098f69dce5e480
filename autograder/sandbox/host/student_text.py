"""Text that student code has chosen: a message, the name of a type, a key, a word that it printed.

It comes from a worker and enters the grader here. Checks compare it unchanged. In a sentence (an f-string, `repr`) it
is made printable, on one line, and enclosed in two marks, so that whatever publishes the sentence knows how much of it
the student's code has written. No printable text contains such a mark, so none can be forged.

Joining texts without formatting them (`", ".join(names)`) loses the marks: use `listed(names)`.
"""

import re
from collections.abc import Iterable
from typing import Self

from autograder.printable import printable

OPEN, CLOSE = "\ue000", "\ue001"  # private use: not printable
CALL, CALL_END, DETAIL, DETAIL_END = "\ue002", "\ue003", "\ue004", "\ue005"  # marks of ours, see `as_call`
USUAL_DIMENSIONS, USUAL_SIZE = 6, 9999  # of shapes
LONGEST = 1000  # characters of one text; a response may contain a megabyte in place of a name
MARKED = re.compile(f"{OPEN}([^{OPEN}{CLOSE}]*)(?:{CLOSE}|$)")
DETAILS = re.compile(f"[{CALL}{DETAIL}]([^{CALL_END}{DETAIL_END}]*)(?:[{CALL_END}{DETAIL_END}]|$)")
CALLED = re.compile(f"{CALL}([^{CALL_END}]*)(?:{CALL_END}|$)(?:{DETAILS.pattern})?")  # and which of several it is
OWN_MARKS = str.maketrans("", "", CALL + CALL_END + DETAIL + DETAIL_END)
MARKS = OWN_MARKS | str.maketrans("", "", OPEN + CLOSE)


class StudentText(str):
    """A string from a worker, equal to what arrived."""

    __slots__ = ()

    def __str__(self) -> Self:  # str(text) must not lose the marks
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
    """Format anything from a response as one marked text."""
    return format(StudentText(value))


def listed(names: Iterable[object]) -> str:
    """Join names with commas, each of them marked if it is a student's."""
    return ", ".join(f"{name}" for name in names)


def quoted_shape(shape: Iterable[int]) -> str:
    """Format a shape from a worker; an unusual one could encode a message, and is marked as the student's text."""
    sizes = tuple(shape)
    plain = len(sizes) <= USUAL_DIMENSIONS and all(size <= USUAL_SIZE for size in sizes)
    return str(sizes) if plain else quoted(sizes)


def as_call(text: str) -> str:
    """Mark a call in a sentence of ours, so that the sentence need not be searched for it."""
    return f"{CALL}{text}{CALL_END}"


def detail(value: object) -> str:
    """Mark what differs from call to call in a sentence of ours: a size, a count, an index."""
    return f"{DETAIL}{value}{DETAIL_END}"


def unmarked(text: str) -> str:
    """Remove all marks from a sentence."""
    return text.translate(MARKS)


# The keys of responses. A text that is one of these reveals nothing, and stays a plain string.
OWN_WORDS = frozenset(
    (
        *("calls", "value", "untouched", "rng_untouched", "unmarked", "models", "weights", "training", "frozen"),
        *("defined", "module", "parameters", "state", "grads", "connected", "inputs", "printed", "unsendable"),
        *("raised", "type", "text", "chain", "where", "file", "line", "column", "function", "code", "parses"),
        *("not_attempted", "ends_process", "refused", "misfit", "name", "wanted", "found", "failures", "lost"),
        *("after", "changed", "values_kept", "read", "words", "reflection", "at", "shapes"),
        *("shared", "reused", "seeded", "next_numbers", "of_weights", "handed", "given", "generator", "modes"),
    )
)


def from_worker(text: str) -> str:
    """Return a string of a response in the form in which the grader keeps it."""
    return text if not text or text in OWN_WORDS else StudentText(text)


def as_plain_text(value: object) -> str:
    """Return the text of a `StudentText`, which is equal to it, for an encoder that knows no subclass of `str`.

    Raises:
        TypeError: it is of another type.
    """
    if isinstance(value, str):
        return str.__str__(value)  # str() would return it as it is
    raise TypeError(type(value).__name__)
