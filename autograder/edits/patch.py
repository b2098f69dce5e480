"""A patch: runs of old lines, each of which occurs once in a right program, and the lines that replace them."""

import io
import re
import tokenize
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.course.model import CourseError

REMOVED, ADDED = "#-", "#+"
SPACED = re.compile(r"^# (?=[-+] )")  # as formatters write comments
MAX_LINES = 4  # of a short definition; a longer difference is easier to read as a whole one


class PatchError(CourseError):
    """A patch that does not fit its right program; `str` is one sentence."""


@dataclass(frozen=True)
class Hunk:
    """Lines that take the place of others. Comments at the ends of lines and empty lines do not count."""

    removed: tuple[str, ...]
    added: tuple[str, ...]


def parse_hunks(lines: Iterable[str]) -> tuple[Hunk, ...]:
    """Read a patch: `#- old line` and `#+ new line`; an empty line, or a `#-` after a `#+`, begins the next hunk.

    Raises:
        PatchError: a hunk has no old line.
    """
    hunks: list[tuple[list[str], list[str]]] = []
    starts_hunk = True
    for line in lines:
        if line.startswith(REMOVED):
            if starts_hunk or hunks[-1][1]:
                hunks.append(([], []))
            hunks[-1][0].append(_content(line))
        elif line.startswith(ADDED):
            if starts_hunk:
                raise PatchError(f"a hunk begins with `{ADDED}`; name the old line before it with `{REMOVED}`")
            hunks[-1][1].append(_content(line))
        starts_hunk = not line.strip()
    return tuple(Hunk(tuple(removed), tuple(added)) for removed, added in hunks)


def _content(line: str) -> str:
    return line[len(REMOVED) :].removeprefix(" ")


def _check_length(hunks: Sequence[Hunk], lines: int) -> None:
    """Refuse a difference that is longer than `MAX_LINES` and than half of the definition."""
    removed = sum(line not in hunk.added for hunk in hunks for line in hunk.removed)  # the rest is context
    difference = max(removed, sum(line not in hunk.removed for hunk in hunks for line in hunk.added))
    most = max(MAX_LINES, lines // 2)
    if difference > most:
        text = f"changes {difference} lines of {lines}, and {most} are allowed"
        raise PatchError(f"{text}; write the whole definition")


def apply_patch(hunks: Sequence[Hunk], right: str) -> str:
    """Return the right program with every hunk applied.

    Raises:
        PatchError: the old lines of a hunk do not occur, or occur more than once, or two hunks replace the same line,
            or so much differs that a whole definition is easier to read.
    """
    lines = right.split("\n")
    code = numbered_code(right)
    _check_length(hunks, len(code))
    places = [(*_place(hunk, code), hunk.added) for hunk in hunks]
    end = len(lines)
    for first, last, added in sorted(places, reverse=True):  # from the end, so that earlier numbers stay right
        if last >= end:
            raise PatchError(f"two hunks replace the line `{lines[first].strip()}`")
        end = first
        lines[first : last + 1] = added
    return "\n".join(lines)


def _place(hunk: Hunk, code: Sequence[tuple[int, str]]) -> tuple[int, int]:
    """Return the numbers of the first and the last line that a hunk replaces."""
    wanted = [_without_comment(line) for line in hunk.removed]
    size = len(wanted)
    places = [
        start for start in range(len(code) - size + 1) if [line for _, line in code[start : start + size]] == wanted
    ]
    if len(places) != 1:
        what = f"`{hunk.removed[0].strip()}`" + (" and what follows it" if size > 1 else "")
        count = "does not occur" if not places else f"occurs {len(places)} times"
        raise PatchError(f"the old line {what} {count} in the right program")
    return code[places[0]][0], code[places[0] + size - 1][0]


def numbered_code(text: str) -> list[tuple[int, str]]:
    """Return number (from 0) and code of each line, without comments, docstrings and empty lines."""
    skipped = _docstring_lines(text)
    lines = ((number, _without_comment(line)) for number, line in enumerate(text.split("\n")) if number not in skipped)
    return [(number, line) for number, line in lines if line]


def _without_comment(line: str) -> str:
    """Return a line without the comment at its end; a line that is no whole statement is taken as it is."""
    if "#" not in line:
        return line.rstrip()
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(line.lstrip()).readline))
    except (tokenize.TokenError, SyntaxError):
        tokens = []
    indent = len(line) - len(line.lstrip())
    starts = [token.start[1] for token in tokens if token.type == tokenize.COMMENT]
    return (line[: indent + starts[0]] if starts else line).rstrip()


def _docstring_lines(text: str) -> set[int]:
    """Return the numbers (from 0) of the lines of docstrings."""
    tokens = [
        token
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in (tokenize.NL, tokenize.COMMENT)
    ]
    found: set[int] = set()
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        begins = before.type in (tokenize.INDENT, tokenize.NEWLINE, tokenize.DEDENT)
        if token.type == tokenize.STRING and begins and after.type == tokenize.NEWLINE:
            found |= set(range(token.start[0] - 1, token.end[0]))
    return found
