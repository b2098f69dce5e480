"""Parses notebooks and Python files into lists of statements.

Runs in a process of its own (`ParserProcess`): a file may crash a parser, and then only that process ends.
"""

import ast
import functools
import importlib.util
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

from autograder.sandbox.guest.exceptions import NEWER_PYTHON
from autograder.sandbox.guest.mending import PARSE_ERRORS, mend
from autograder.sandbox.guest.slicing import Statement, defined, statements

CELL_MAGIC = re.compile(r"\s*%%(time|timeit|capture|prun|debug|writefile|file)\b[^\n]*\n?")  # before Python code
CELL = re.compile(r"^(?=# ?(?:%%|In ?\[))", re.MULTILINE)  # where a cell begins in what jupytext and nbconvert write
POSTPONED_ANNOTATIONS = "from __future__ import annotations"  # the only future import that still has an effect
# A file may name an encoding that is no text encoding (`# coding: hex`): a LookupError.
UNREADABLE = (LookupError, *PARSE_ERRORS)


class UnparsableError(ValueError):
    """The file cannot be parsed; the message continues a sentence that begins with its name."""


@dataclass(frozen=True)
class ParsedProgram:
    """A parsed source.

    Attributes:
        statements: all top-level statements except future imports.
        notes: sentences about what does not parse.
        broken: the exercises whose definition does not parse.
        in_cells: whether it is a notebook, or a file that parses only cell by cell.
        postpones_annotations: whether annotations are not evaluated.
    """

    statements: tuple[Statement, ...]
    notes: tuple[str, ...] = ()
    broken: frozenset[str] = frozenset()
    in_cells: bool = False
    postpones_annotations: bool = False


def read_program(data: bytes, exercises: Iterable[str], *, notebook: bool) -> ParsedProgram:
    """Parse a notebook or a Python file; where a line does not parse, only the definition that it stands in is lost.

    Raises:
        UnparsableError: it is not a notebook, or a Python file of which nothing parses.
    """
    cells = _code_cells(data) if notebook else _python_cells(data)
    program: list[Statement] = []
    notes: list[str] = []
    broken: set[str] = set()
    whole = len(cells) == 1 and not notebook
    for number, cell in enumerate(cells, start=1):
        label, text = ("", cell) if whole else (f"code cell {number} ", _transform()(CELL_MAGIC.sub("", cell, count=1)))
        try:
            program += statements(text)
        except UNREADABLE as error:
            kept, lost = _mended(text, exercises)
            if whole and not kept:
                raise UnparsableError(f"does not parse ({_short_message(error)})") from error
            ending = "what else is there is used" if kept else "ignored"
            notes.append(f"{label}does not parse ({_short_message(error)}), {ending}")
            program += [*kept, *(_broken_exercise(name, label, lost[name]) for name in sorted(lost))]
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


def drop_outputs(notebook: bytes) -> bytes:
    """Return a notebook without the outputs and attachments of its cells; empty if it is none."""
    try:
        content = json.loads(notebook)
        sheets = content.get("worksheets", [content])  # of format 3
        for cell in (cell for sheet in sheets for cell in sheet["cells"]):
            cell.pop("attachments", None)
            if "outputs" in cell:
                cell["outputs"] = []
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return b""
    return json.dumps(content).encode()


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
    except UNREADABLE as error:
        raise UnparsableError(f"does not parse ({_short_message(error)})") from error
    try:
        ast.parse(text)
    except UNREADABLE:
        cells = [cell for cell in CELL.split(text) if cell.strip()]
        return cells if len(cells) > 1 else [text]
    return [text]


def _mended(text: str, exercises: Iterable[str]) -> tuple[list[Statement], dict[str, SyntaxError]]:
    """Return the statements of a broken text that parse, and the exercises that do not, each with the error."""
    try:
        mended = mend(text, "cell")
        kept = statements(mended.text)
    except UNREADABLE:
        return [], {}
    wanted = set(exercises) - set(defined(kept))
    return kept, {name: part.error for part in mended.broken for name in part.names & wanted}


@functools.cache
def _transform() -> Callable[[str], str]:
    from IPython.core import inputtransformer2  # noqa: PLC0415 - only where there are notebooks

    transform: Callable[[str], str] = inputtransformer2.TransformerManager().transform_cell
    return transform


def _broken_exercise(name: str, label: str, error: SyntaxError) -> Statement:
    """Return a replacement for an exercise that does not parse: it raises the error when it is called."""
    message = error.msg if NEWER_PYTHON.match(error.msg) else f"{label}does not parse: {_short_message(error)}"
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
