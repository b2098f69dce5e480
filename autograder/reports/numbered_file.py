"""A student's code as numbered lines for a page, and the line that a failure is about. Nothing is parsed or run."""

import functools
import re
from dataclasses import dataclass

from markupsafe import Markup, escape

from autograder.printable import INVISIBLE

MAX_LINES = 3000  # of one file; the page says how many more there are
MAX_WIDTH = 500  # characters of one line
LINE_END = re.compile(r"\r\n|\r|\n")
DEFINITION = r"(?:async[ \t]+def|def|class)[ \t]+{name}\b|{name}[ \t]*(?::[^=]*)?=(?!=)"


@dataclass(frozen=True)
class Place:
    """A line of a file; the first one is 1."""

    file: str
    line: int


@dataclass(frozen=True)
class NumberedFile:
    """The lines of a file; what is beyond `MAX_LINES` is only counted."""

    name: str
    lines: tuple[str, ...]
    unshown: int

    @functools.cached_property
    def _top_level(self) -> list[tuple[int, str]]:
        """The lines at which a definition at the top level may begin."""
        return [(number, line) for number, line in enumerate(self.lines, start=1) if line[:1].isidentifier()]

    def has(self, line: int) -> bool:
        """Whether there is such a line."""
        return 1 <= line <= len(self.lines)

    def definition(self, name: str) -> Place | None:
        """Return where a name is defined at the top level: the last place, because that is the one that counts."""
        pattern = re.compile(DEFINITION.format(name=re.escape(name)))
        places = [number for number, line in self._top_level if pattern.match(line)]
        return Place(self.name, places[-1]) if places else None


def read_code(name: str, data: bytes) -> NumberedFile:
    """Return the lines of a file; bytes that are not UTF-8 are replaced."""
    lines = LINE_END.split(data.decode("utf-8-sig", "replace"))
    if lines and not lines[-1]:
        lines.pop()
    return NumberedFile(name, tuple(lines[:MAX_LINES]), len(lines[MAX_LINES:]))


def visible_line(line: str) -> Markup:
    """Return a line as HTML, in which each invisible or reordering character is shown by its code point."""
    text = line[:MAX_WIDTH].expandtabs(4)
    end = Markup("")
    if len(line) > MAX_WIDTH:
        end = Markup('<i class="odd-character">{} more characters</i>').format(len(line) - MAX_WIDTH)
    if text.isascii() and text.isprintable():
        return escape(text) + end
    return Markup("").join(_visible(char) for char in text) + end


def _visible(char: str) -> Markup:
    if char.isprintable() and char not in INVISIBLE:
        return escape(char)
    return Markup('<i class="odd-character">U+{:04X}</i>').format(ord(char))
