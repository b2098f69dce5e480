"""Whether two checks of an exercise found the same: then it is told once, and a hint of the second one would mislead.

What counts is the sentence without what differs from call to call: the arguments, the sizes, and how many values are
wrong. A crash is the same if its type and its line are.
"""

import re
from typing import NamedTuple

from autograder.results.model import Json
from autograder.wording import SURFACED

LEFT_OUT = "[text left out]"
SOME_VALUES = "values are wrong"
_CRASH = re.compile(rf" raised (?P<type>\w+)(?:: (?P<text>.*?))?{SURFACED}(?P<place>.+? line \d+)", re.DOTALL)
_VALUES = re.compile(r"(?:[\w. ]+: )*(?:(?:all )?#(?: of #)? values (?:is|are)|the only number is) wrong.*")
_BRACKETS = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|[()]")  # and texts, in which they do not count
_CALL_NUMBER = re.compile(r"in call # of # on the same object:? ?")
_LIST_OF_NUMBERS = re.compile(r"([\[(])[#, ]*([\])])")
_NUMBER = re.compile(r"(?<![\w.])-?\d[\d.]*(?:e[+-]?\d+)?")


_TOLD_CRASH = re.compile(
    r"(?P<called>.*?) raised (?P<error>\w+(?:: .*?)?)"
    rf"(?P<place>{SURFACED}.+? line \d+: .*?)?(?P<shapes>; shapes there: .*)?",
    re.DOTALL,
)


class CrashWords(NamedTuple):
    """The parts of a sentence about an exception: the call, type and text, where it surfaced, and shapes there."""

    called: str
    error: str
    place: str
    shapes: str


def crash_words(check: Json) -> CrashWords | None:
    """Return the parts of the message of a failed check; None if it is about no exception."""
    found = _TOLD_CRASH.fullmatch(check["message"]) if check["outcome"] == "crashed" else None
    return CrashWords(*(part or "" for part in found.groups())) if found else None


class _Crash(NamedTuple):
    type: str
    place: str
    text: str


def same_finding(one: Json, other: Json) -> bool:
    """Whether two failed checks of result.json failed alike."""
    return one["outcome"] == other["outcome"] and same_message(one["message"], other["message"])


def same_message(one: str, other: str) -> bool:
    """Whether two messages of the same outcome say the same."""
    first, second = _crash(one), _crash(other)
    if first is None or second is None:
        return first is second and _plain(one) == _plain(other)
    unknown = LEFT_OUT in first.text or LEFT_OUT in second.text
    return first[:2] == second[:2] and (unknown or first.text == second.text)


def only_counts(message: str) -> bool:
    """Whether a message says no more than how many values are wrong."""
    return _plain(message) == SOME_VALUES


def _crash(message: str) -> _Crash | None:
    found = _CRASH.search(message)
    return _Crash(found["type"], found["place"], _without_numbers(found["text"] or "")) if found else None


def _plain(message: str) -> str:
    """Return the message without the call and the numbers in it."""
    text = _CALL_NUMBER.sub("", _without_numbers(without_call(message)))
    return _VALUES.sub(SOME_VALUES, text.removesuffix(" (expected #)"))


def _without_numbers(text: str) -> str:
    quoted = re.sub(r"'[^']*'", "'…'", text)
    return _LIST_OF_NUMBERS.sub(r"\1#\2", _NUMBER.sub("#", quoted)).strip()


def leading_call(message: str) -> str:
    """Return the call with which a message begins, such as `Layer(2, 3)(<2 × 7>)`; empty if it does not."""
    name = re.match(r"\w+(?=\()", message)
    depth = 0
    for part in _BRACKETS.finditer(message, name.end() if name else len(message)):
        depth += {"(": 1, ")": -1}.get(part[0], 0)
        if depth == 0 and part[0] == ")" and message[part.end() : part.end() + 1] != "(":
            return message[: part.end()]
    return ""


def without_call(message: str) -> str:
    """Return what a message says of the call with which it begins."""
    return message.removeprefix(leading_call(message)).removeprefix(":").strip()
