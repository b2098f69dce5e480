"""Notebooks and Python files as lists of statements.

Runs in a process of its own (`NotebookReader`): a parser may be made to crash, and then only that process does.
"""

import ast
import functools
import importlib.util
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

from autograder.sandbox.guest.slicing import Statement, statements

WHOLE = re.compile(r"\s*%%(time|timeit|capture|prun|debug|writefile|file)\b[^\n]*\n?")  # magics around a cell of Python
CELL = re.compile(r"^(?=# ?(?:%%|In ?\[))", re.MULTILINE)  # where a cell begins in what jupytext and nbconvert write
POSTPONED = "from __future__ import annotations"  # of all future imports, the one that still changes anything
# A file may name an encoding that is no text encoding (`# coding: hex`): a LookupError.
NO_PARSE = (SyntaxError, ValueError, LookupError, RecursionError, MemoryError)


class NoProgramError(ValueError):
    """The file is no program that can be read; the text follows its name in a sentence."""


@dataclass(frozen=True)
class Program:
    """All statements of a source but future imports, what was left out, and the exercises whose cells do not parse."""

    statements: tuple[Statement, ...]
    notes: tuple[str, ...] = ()
    broken: frozenset[str] = frozenset()
    in_cells: bool = False  # a notebook, or a file that parses only cell by cell
    postponed: bool = False  # annotations are not evaluated


def read_program(data: bytes, exercises: Iterable[str], *, notebook: bool) -> Program:
    """Parse a notebook or a Python file; a cell that does not parse costs the exercises in it.

    Raises:
        NoProgramError: it is no notebook, or a Python file that does not parse.
    """
    cells = _code_cells(data) if notebook else _python_cells(data)
    program: list[Statement] = []
    notes: list[str] = []
    broken: set[str] = set()
    for number, cell in enumerate(cells, start=1):
        try:
            program += statements(cell if len(cells) == 1 and not notebook else _transform()(_unwrapped(cell)))
        except NO_PARSE as error:
            notes.append(f"code cell {number} does not parse ({_short(error)}), left aside")
            lost = sorted(set(exercises) & set(_named(cell)))
            program += [_broken(name, number, error) for name in lost]
            broken |= set(lost)
    kept = [item for statement in program for item in _without_future(statement)]
    postponed = any(_is_postponing(statement) for statement in program)
    in_cells = notebook or len(cells) > 1
    return Program(tuple(kept), tuple(notes), frozenset(broken), in_cells=in_cells, postponed=postponed)


def _is_future(node: ast.stmt) -> TypeGuard[ast.ImportFrom]:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__" and not node.level


def _is_postponing(statement: Statement) -> bool:
    if "__future__" not in statement.text:
        return False
    imports = (node for node in ast.parse(statement.text).body if _is_future(node))
    return any(alias.name == "annotations" for node in imports for alias in node.names)


def _without_future(statement: Statement) -> Iterator[Statement]:
    """A statement, or what follows a future import on its line: this must be the first line of a file."""
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
    except Exception as error:  # nbformat raises whatever it finds
        told = f"is no notebook that can be read: {_in_words(error)}; open it and save it again"
        raise NoProgramError(told) from error


def _python_cells(data: bytes) -> list[str]:
    """The whole file, or its cells where one of several does not parse."""
    try:
        text = importlib.util.decode_source(data)
    except NO_PARSE as error:
        raise NoProgramError(f"does not parse ({_short(error)})") from error
    try:
        ast.parse(text)
    except NO_PARSE as error:
        cells = [cell for cell in CELL.split(text) if cell.strip()]
        if len(cells) < 2:
            raise NoProgramError(f"does not parse ({_short(error)})") from error
        return cells
    return [text]


def _unwrapped(cell: str) -> str:
    return WHOLE.sub("", cell, count=1)


@functools.cache
def _transform() -> Callable[[str], str]:
    from IPython.core import inputtransformer2  # noqa: PLC0415 - only where there are notebooks

    transform: Callable[[str], str] = inputtransformer2.TransformerManager().transform_cell
    return transform


def _named(cell: str) -> list[str]:
    return re.findall(r"^(?:def|class)[ \t]+(\w+)", cell, re.MULTILINE)


def _broken(name: str, number: int, error: BaseException) -> Statement:
    """In place of an exercise whose cell does not parse: whoever calls it is told so."""
    text = f"def {name}(*_, **__):\n    raise SyntaxError({f'code cell {number} does not parse: {_short(error)}'!r})"
    return Statement(text, 1, frozenset({name}), frozenset(), defines=True, star=False)


def _in_words(error: Exception) -> str:
    """Why a notebook cannot be read, for somebody who has never seen its inside."""
    text = str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    if "JSON" in type(error).__name__ or "JSON" in text:
        return "it is cut off, or was changed by hand or by a merge"
    return "it holds no cells as Jupyter writes them"


def _short(error: BaseException) -> str:
    line = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else str(error) or type(error).__name__
    return line.split("\n", maxsplit=1)[0][:120]
