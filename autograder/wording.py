"""Parts of sentences: numbers with their nouns, and lists that end before they are too long."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

EARLIER_CALLS = (
    "The same call alone, in a new process, gives the right result: what earlier calls leave changes it, such as a "
    "default value that is made once, or a variable of the file"
)
SURFACED = "; the error surfaced at "  # before the file and the line of an exception, in what is said of it


def counted(number: float, noun: str) -> str:
    """Return a number with its noun: `1 student`, `2 students`, `0.5 days`."""
    text = f"{number:g}" if isinstance(number, float) else str(number)
    return f"{text} {noun}{'' if number == 1 else 's'}"


def first_of(names: Iterable[str], most: int) -> str:
    """Return the first names of a list, and how many more there are: `a, b and 3 more`."""
    listed = list(names)
    more = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more


def sentences_of(sentences: Sequence[str], most: int, noun: str) -> list[str]:
    """Return the first of many sentences of one kind, and one that counts the others: `and 3 more archives`."""
    more = len(sentences) - most
    return [*sentences[:most], *([f"and {counted(more, f'more {noun}')}"] if more > 0 else [])]


def joined(names: Sequence[str]) -> str:
    """Return names as a part of a sentence: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def line_words(place: Mapping[str, Any]) -> str:
    """Return the lines of a place in result.json: `line 4`, `lines 4 to 6`."""
    several = place["end_line"] > place["line"]
    return f"lines {place['line']} to {place['end_line']}" if several else f"line {place['line']}"


def more_checks_pass(count: int) -> str:
    """Return what is said of a change after which some checks more pass: `1 more check passes`."""
    return f"{count} more check{' passes' if count == 1 else 's pass'}"
