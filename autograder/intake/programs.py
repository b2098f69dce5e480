"""Parses notebooks and Python files into lists of statements.

Runs in a process of its own (`ParserProcess`): a file may crash a parser, and then only that process ends.
"""

import ast
import functools
import importlib.util
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

from autograder.sandbox.guest.slicing import Statement, statements

CELL_MAGIC = re.compile(r"\s*%%(time|timeit|capture|prun|debug|writefile|file)\b[^\n]*\n?")  # before Python code
CELL = re.compile(r"^(?=# ?(?:%%|In ?\[))", re.MULTILINE)  # where a cell begins in what jupytext and nbconvert write
POSTPONED_ANNOTATIONS = "from __future__ import annotations"  # the only future import that still has an effect
# A file may name an encoding that is no text encoding (`# coding: hex`): a LookupError.
PARSE_ERRORS = (SyntaxError, ValueError, LookupError, RecursionError, MemoryError)


class UnparsableError(ValueError):
    """The file cannot be parsed; the message continues a sentence that begins with its name."""


@dataclass(frozen=True)
class ParsedProgram:
    """A parsed source.

    Attributes:
        statements: all top-level statements except future imports.
        notes: sentences about cells that were left out.
        broken: the exercises in cells that do not parse.
        in_cells: whether it is a notebook, or a file that parses only cell by cell.
        postpones_annotations: whether annotations are not evaluated.
    """

    statements: tuple[Statement, ...]
    notes: tuple[str, ...] = ()
    broken: frozenset[str] = frozenset()
    in_cells: bool = False
    postpones_annotations: bool = False


def read_program(data: bytes, exercises: Iterable[str], *, notebook: bool) -> ParsedProgram:
    """Parse a notebook or a Python file; where a cell does not parse, only the exercises in it are lost.

    Raises:
        UnparsableError: it is not a notebook, or a Python file that does not parse.
    """
    cells = _code_cells(data) if notebook else _python_cells(data)
    program: list[Statement] = []
    notes: list[str] = []
    broken: set[str] = set()
    for number, cell in enumerate(cells, start=1):
        try:
            program += statements(cell if len(cells) == 1 and not notebook else _transform()(_without_cell_magic(cell)))
        except PARSE_ERRORS as error:
            notes.append(f"code cell {number} does not parse ({_short_message(error)}), ignored")
            lost = sorted(set(exercises) & set(_named(cell)))
            program += [_broken_exercise(name, number, error) for name in lost]
            broken |= set(lost)
    kept = [item for statement in program for item in _without_future(statement)]
    postpones_annotations = any(_postpones_annotations(statement) for statement in program)
    in_cells = notebook or len(cells) > 1
    return ParsedProgram(
        tuple(kept), tuple(notes), frozenset(broken), in_cells=in_cells, postpones_annotations=postpones_annotations
    )


def _is_future(node: ast.stmt) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__" and not node.level


def _postpones_annotations(statement: Statement) -> bool:
    if "__future__" not in statement.text:
        return False
    imports = (node for node in ast.parse(statement.text).body if _is_future(node))
    return any(alias.name == "annotations" for node in imports for alias in node.names)


def _without_future(statement: Statement) -> Iterator[Statement]:
    """Yield a statement, or what follows a future import on its line: such an import must be first in a file."""
    if "__future__" not in statement.text:
        yield statement
        return
    body = ast.parse(statement.text).body
    rest = [node for node in body if not _is_future(node)]
    if len(rest) == len(body):
        yield statement
    else:
        yield from (replace(item, line=statement.line) for node in rest for item in statements(ast.unparse(node)))


def _code_cells(notebook: bytes) -> list[str]:
    import nbformat  # noqa: PLC0415 - only where there are notebooks

    try:
        tree = nbformat.reads(notebook.decode("utf-8-sig"), as_version=4)  # type: ignore[no-untyped-call]
        return ["".join(cell.source) for cell in tree.cells if cell.cell_type == "code"]
    except Exception as error:  # nbformat raises exceptions of any type
        mentioned = f"is not a readable notebook: {_notebook_problem(error)}; open it and save it again"
        raise UnparsableError(mentioned) from error


def _python_cells(data: bytes) -> list[str]:
    """Return the whole file, or its cells where it does not parse as a whole."""
    try:
        text = importlib.util.decode_source(data)
    except PARSE_ERRORS as error:
        raise UnparsableError(f"does not parse ({_short_message(error)})") from error
    try:
        ast.parse(text)
    except PARSE_ERRORS as error:
        cells = [cell for cell in CELL.split(text) if cell.strip()]
        if len(cells) < 2:
            raise UnparsableError(f"does not parse ({_short_message(error)})") from error
        return cells
    return [text]


def _without_cell_magic(cell: str) -> str:
    return CELL_MAGIC.sub("", cell, count=1)


@functools.cache
def _transform() -> Callable[[str], str]:
    from IPython.core import inputtransformer2  # noqa: PLC0415 - only where there are notebooks

    transform: Callable[[str], str] = inputtransformer2.TransformerManager().transform_cell
    return transform


def _named(cell: str) -> list[str]:
    return re.findall(r"^(?:def|class)[ \t]+(\w+)", cell, re.MULTILINE)


def _broken_exercise(name: str, number: int, error: BaseException) -> Statement:
    """Return a replacement for an exercise whose cell does not parse: it raises the error when it is called."""
    message = f"code cell {number} does not parse: {_short_message(error)}"
    text = f"def {name}(*_, **__):\n    raise SyntaxError({message!r})"
    return Statement(text, 1, frozenset({name}), frozenset(), defines=True, star=False)


def _notebook_problem(error: Exception) -> str:
    """Say why a notebook cannot be read, for readers who do not know its file format."""
    text = str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    if "JSON" in type(error).__name__ or "JSON" in text:
        return "it is cut off, or was changed by hand or by a merge"
    return "it contains no cells as Jupyter writes them"


def _short_message(error: BaseException) -> str:
    line = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else str(error) or type(error).__name__
    return line.split("\n", maxsplit=1)[0][:120]
