"""A program as text with its tree, and edits of it: a piece of the text is replaced, and all else stays as it is."""

import ast
import functools
import importlib.util
import io
import itertools
import re
import tokenize
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from autograder.errors import AutograderError

TOKEN = re.compile(r"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|\w+(?:\.\d+)?|\*\*|//|[<>=!]=|[^\w\s]")
SMALL = 2  # tokens, such as `-2` or `.T`, of which no smaller part is shown
SLACK = 6  # how much larger than the smallest passing edit another one may be to count beside it
LEAVES_OUT, EXCHANGES, ADDS, TAKES_OVER = range(4)  # the groups of edits, in the order in which they are tried


class UnreadableProgramError(AutograderError):
    """A file is no valid Python; `str` is one sentence without the name of the file."""


@dataclass(frozen=True)
class Span:
    """A piece of a text: lines from 1, columns from 0 in characters, the end not included."""

    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def start(self) -> tuple[int, int]:
        """Where it begins: line and column."""
        return self.line, self.column

    @property
    def lines(self) -> range:
        """The lines that it touches."""
        return range(self.line, self.end_line + 1)

    def contains(self, other: "Span") -> bool:
        """Whether another piece is a part of this one."""
        return (self.line, self.column) <= (other.line, other.column) and (other.end_line, other.end_column) <= (
            self.end_line,
            self.end_column,
        )

    def overlaps(self, other: "Span") -> bool:
        """Whether both pieces have something in common."""
        return (self.line, self.column) < (other.end_line, other.end_column) and (other.line, other.column) < (
            self.end_line,
            self.end_column,
        )


@dataclass(frozen=True)
class Edit:
    """One change of a program.

    Attributes:
        kind: what is changed, one of `rules.toml`.
        group: whether it leaves something out, exchanges it, adds something, or takes it over from a right program.
        size: how much it changes, in nodes of the tree.
        span: what it replaces.
        old: the text there.
        new: the text that takes its place.
        shown: where the mistake is, if that is not where the text changes: an import goes to the top of a file.
        is_copied: whether the same change is made in neighbouring lines.
    """

    kind: str
    group: int
    size: int
    span: Span
    old: str
    new: str
    shown: Span | None = None
    is_copied: bool = False

    @cached_property
    def place(self) -> Span:
        """Where the mistake is: what changes, or what something is missing at."""
        return self.shown or (self.span if self.is_copied else changed_part(self.span, self.old, self.new))

    @property
    def rank(self) -> tuple[int, int, int, int, str]:
        """What edits are ordered by: small ones first, of equal size those that leave out."""
        return (self.size + self.group, self.group, self.span.line, self.span.column, self.new)

    def is_much_larger_than(self, other: "Edit") -> bool:
        """Whether this edit does not count beside the other one."""
        return self.rank[0] > other.rank[0] + SLACK

    def within(self, first_line: int) -> "Edit":
        """Return the same edit of a text that begins with this line."""
        span, up = self.span, first_line - 1
        return replace(self, span=Span(span.line - up, span.column, span.end_line - up, span.end_column))

    @property
    def added_lines(self) -> int:
        """How many lines the program gains."""
        return self.new.count("\n") - self.old.count("\n")


def changed_part(span: Span, old: str, new: str) -> Span:
    """Return the part of a piece whose tokens change; where something is only added, what it is added to.

    Space, parentheses and commas do not count, because a new text may have them at other places.
    """
    before, after = _tokens(old), _tokens(new)
    if len(before) <= SMALL and "\n" not in old:
        return span
    texts, others = [item[0].replace("'", '"') for item in before], [item[0].replace("'", '"') for item in after]
    same = _common(texts, others)
    same_at_end = _common(texts[same:][::-1], others[same:][::-1])
    changed = before[same : len(before) - same_at_end]
    if not changed and "\n" in old:
        changed = before[max(0, same - 1) : same]
    if not changed:  # something is added in front, or to something that is on one line
        return span
    start = changed[0][1]
    end = _with_closing_brackets(old, start, changed[-1][2])
    return Span(*_moved(span, old, start), *_moved(span, old, end))


def _with_closing_brackets(text: str, start: int, end: int) -> int:
    """Return the end of a piece with the brackets that belong to it, as those of `.detach()`."""
    if text[end : end + 2] == "()":
        return end + 2
    while end < len(text) and text[end] == ")" and text.count("(", start, end) > text.count(")", start, end):
        end += 1
    return end


def _tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the tokens that count, with their offsets."""
    return [(item[0], item.start(), item.end()) for item in TOKEN.finditer(text) if item[0] not in "(),"]


def changed_tokens(old: str, new: str) -> tuple[Counter[str], Counter[str]]:
    """Return the tokens that a change takes away and those that it adds, without what is on both sides."""
    before, after = (Counter(TOKEN.findall(text)) for text in (old, new))
    return before - after, after - before


def _common(one: list[str], other: list[str]) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def _moved(span: Span, text: str, offset: int) -> tuple[int, int]:
    """Return line and column of an offset in the text of a piece."""
    lines = text[:offset].split("\n")
    return span.line + len(lines) - 1, len(lines[-1]) + (span.column if len(lines) == 1 else 0)


def is_balanced(code: str) -> bool:
    """Whether every bracket that is opened in a piece of code is closed there, and no other."""
    return _open_brackets(code) == 0


def _open_brackets(code: str) -> int:
    """Return how many brackets a piece of code leaves open; -1 if it closes one that it does not open."""
    depth = 0
    for letter in code:
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0:
            return -1
    return depth


class Text:
    """The text of a file, in which pieces can be found and replaced; it is not parsed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *itertools.accumulate(len(line) + 1 for line in self.lines)]

    def _offset(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def piece(self, span: Span) -> str:
        """Return the text of a piece."""
        return self.text[self._offset(span.line, span.column) : self._offset(span.end_line, span.end_column)]

    def closed(self, span: Span) -> Span:
        """Return a piece up to the bracket that closes the last one it opens, if that is in the same line."""
        code = self.lines[span.line - 1]
        if span.end_line > span.line or _open_brackets(code[span.column : span.end_column]) <= 0:
            return span
        ends = range(span.end_column, len(code) + 1)
        end = next((end for end in ends if is_balanced(code[span.column : end])), span.end_column)
        return replace(span, end_column=end)

    def edited(self, edit: Edit) -> str:
        """Return the text after an edit."""
        span = edit.span
        start, end = self._offset(span.line, span.column), self._offset(span.end_line, span.end_column)
        return f"{self.text[:start]}{edit.new}{self.text[end:]}"


def edited_by_all(program: Text, edits: Sequence[Edit]) -> str:
    """Return a program after several edits of different places; empty if two of them overlap."""
    last_first = sorted(edits, key=lambda item: item.span.start, reverse=True)
    if any(one.span.overlaps(other.span) for one, other in itertools.pairwise(last_first)):
        return ""
    text = program
    for edit in last_first:
        text = Text(text.edited(edit))
    return text.text


class ParsedText(Text):
    """The text of a file with its tree. What students wrote is parsed in a process with limits only.

    Args:
        text: the text.
        tree: its tree, if that is known.

    Raises:
        UnreadableProgramError: it is no valid Python.
    """

    def __init__(self, text: str, tree: ast.Module | None = None) -> None:
        super().__init__(text)
        try:
            self.tree = ast.parse(text) if tree is None else tree
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            line = getattr(error, "lineno", None)
            place = f"line {line}: " if line else ""
            raise UnreadableProgramError(f"{place}no valid Python ({getattr(error, 'msg', None) or error})") from error

    @classmethod
    def of_bytes(cls, data: bytes) -> "ParsedText":
        """Decode a file as Python does, and parse it.

        Raises:
            UnreadableProgramError: it is no valid Python.
        """
        try:
            return cls(importlib.util.decode_source(data))
        except (SyntaxError, UnicodeDecodeError, LookupError) as error:
            raise UnreadableProgramError(f"cannot be decoded ({error})") from error

    def span(self, first: ast.AST, last: ast.AST | None = None) -> Span:
        """Return where a node is, or everything from one node to another one."""
        begin, end = first, last or first
        line, end_line = begin.lineno, end.end_lineno  # type: ignore[attr-defined]
        column = self._characters(line, begin.col_offset)  # type: ignore[attr-defined]
        return Span(line, column, end_line, self._characters(end_line, end.end_col_offset))  # type: ignore[attr-defined]

    def _characters(self, line: int, column: int) -> int:
        """Convert a column of the tree, which counts bytes."""
        text = self.lines[line - 1]
        return column if text.isascii() else len(text.encode()[:column].decode("utf-8", "ignore"))

    def indent(self, node: ast.stmt) -> str:
        """Return the white space before a statement."""
        before = self.lines[node.lineno - 1][: self._characters(node.lineno, node.col_offset)]
        return before[: len(before) - len(before.lstrip())]


@functools.lru_cache(maxsize=64)
def parsed_donor(code: str) -> ParsedText:
    """Return a right program, which is the same for a whole class; its tree must not be changed.

    Raises:
        UnreadableProgramError: it is no valid Python.
    """
    return ParsedText(code)


def encode_like(text: str, original: bytes) -> bytes:
    """Encode a text as the file is encoded that it was made from."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(original).readline)
    return text.encode(encoding, "backslashreplace")


def count_nodes(node: ast.AST) -> int:
    """Return the size of a tree."""
    return sum(not isinstance(item, ast.expr_context | ast.operator | ast.cmpop) for item in ast.walk(node))
