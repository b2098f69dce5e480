"""Takes out of a program what does not parse: a broken line costs the definition that it stands in, and nothing else.

The text is divided where something begins at the left margin. What does not parse alone is replaced by empty lines, so
that everything else keeps its line numbers. It may be what only a newer Python reads: that is nobody's mistake.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError)
MOST_STEPS = 40  # beginnings that one part may go over, as a text in quotes does
DEFINITION = re.compile(r"(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
ASSIGNED = re.compile(r"(\w+)[ \t]*=(?!=)")
CONTINUES = re.compile(r"[\s#)\]}]|(?:else|elif|except|finally)\b")  # stands at the margin, and begins nothing
MARKER = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})\s")  # of two versions that were not merged
# What a newer Python reads: its version, what it is, and where older ones write something else.
NEWER = (
    (12, "type parameters", r"^([ \t]*(?:async[ \t]+def|def|class)[ \t]+\w+)\[.*?\](?=[(:])", r"\1"),
    (12, "a type statement", r"^([ \t]*)type[ \t]+(\w+)(?:\[.*?\])?[ \t]*=", r"\1\2 ="),
    (12, "quotes inside an f-string", r"\b[fF](\"|')(?:\{[^{}\n]*\}|(?!\1)[^{}\n])*\1", "''"),
    (14, "a t-string", r"\b[tT](?=[\"'])", "f"),
)


@dataclass(frozen=True)
class BrokenPart:
    """Lines that do not parse.

    Attributes:
        names: what they define.
        error: what the parser says, with the line in the whole text.
    """

    names: frozenset[str]
    error: SyntaxError


@dataclass(frozen=True)
class MendedText:
    """A text with empty lines in place of its broken parts."""

    text: str
    broken: tuple[BrokenPart, ...]


def mend(text: str, name: str) -> MendedText:
    """Take out of a text what does not parse.

    Args:
        text: the code of a file or a cell, as a whole not valid Python.
        name: of the file, for the errors.
    """
    lines = text.splitlines(keepends=True)
    begins = [place for place in range(len(lines)) if _begins(lines, place)]
    kept = "".join(lines[: begins[0]]) if begins else ""
    broken: list[BrokenPart] = []
    ends = [*begins[1:], len(lines)]
    start = begins[0] if begins else len(lines)
    while start < len(lines):
        end = next((end for end in _ends(lines, ends, start) if _error(lines[start:end]) is None), None)
        if end is None:
            end = next(place for place in ends if place > start)
            error = _error(lines[start:end])
            if error is not None:
                broken.append(_broken_part(lines, start, end, error, name))
            kept += "\n" * (end - start)
        else:
            kept += "".join(lines[start:end])
        start = end
    return MendedText(kept, tuple(broken))


def _begins(lines: Sequence[str], place: int) -> bool:
    """Whether something begins in this line, at the margin."""
    line = lines[place]
    if not line.strip() or CONTINUES.match(line):
        return False
    if not MARKER.match(line):
        return True
    rest = (later for later in lines[place + 1 :] if later.strip() and not MARKER.match(later))
    return not next(rest, "").startswith((" ", "\t"))  # else it stands inside of a definition


def _ends(lines: Sequence[str], ends: Sequence[int], start: int) -> Iterator[int]:
    """Where what begins in a line may end: not beyond the next definition, unless this is a decorator."""
    decorated = lines[start].startswith("@")
    for end in [place for place in ends if place > start][:MOST_STEPS]:
        yield end
        if end < len(lines) and (DEFINITION.match(lines[end]) or lines[end].startswith("@")):
            if not decorated:
                return
            decorated = lines[end].startswith("@")


def _error(lines: Sequence[str]) -> BaseException | None:
    try:
        compile("".join(lines), "", "exec", dont_inherit=True)
    except PARSE_ERRORS as error:
        return error
    return None


def _broken_part(lines: Sequence[str], start: int, end: int, error: BaseException, name: str) -> BrokenPart:
    text = "".join(lines[start:end])
    found = DEFINITION.search(text) if lines[start].startswith(("@", "def", "class", "async")) else None
    found = found or ASSIGNED.match(text)
    line, column, code = start + 1, 0, lines[start]
    message = str(error) or type(error).__name__
    if isinstance(error, SyntaxError):
        place = min(start + (error.lineno or 1), end)
        line, column, code, message = place, error.offset or 0, lines[place - 1], error.msg
    told = SyntaxError(needed_python(text) or message, (name, line, column, code))
    return BrokenPart(frozenset([found[1]] if found else []), told)


def needed_python(text: str) -> str:
    """Return which newer Python a text needs, and for what, in words; empty if it does not parse for another reason."""
    minor = 0
    for version, what, pattern, older in NEWER:
        if sys.version_info >= (3, version):
            continue
        text, changes = re.subn(pattern, older, text, flags=re.MULTILINE)
        minor = max(minor, version) if changes else minor
        if changes and _error([text]) is None:
            return f"needs Python 3.{minor}, for {what}"
    return ""
