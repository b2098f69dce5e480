"""Reads a notebook in a process of its own: a parser may be made to crash, and then only this process does."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from autograder.sandbox.box.definitions import Statement, closure, defined, statements

Wanted = dict[str, tuple[str, ...]]  # file of the assignment: its exercises
WHOLE = re.compile(r"\s*%%(time|timeit|capture|prun|debug)\b[^\n]*\n?")  # magics around a cell of Python


@dataclass(frozen=True)
class Taken:
    """What a notebook gives for each file, what was said, and which exercises are not the stub's any more."""

    sources: dict[str, bytes]
    notes: tuple[str, ...]
    changed: frozenset[str]
    problem: str = ""


def take(notebook: bytes, wanted: Wanted, stubs: dict[str, bytes]) -> Taken:
    """Definitions of the exercises and what they need, for each file that the notebook has something for."""
    try:
        cells = _code_cells(notebook)
    except Exception as error:  # noqa: BLE001 - nbformat raises whatever it finds
        return Taken(
            {}, (), frozenset(), f"is no notebook that can be read: {_in_words(error)}; open it and save it again"
        )
    program, notes = _program(cells, {name for names in wanted.values() for name in names})
    there = defined(program) | {name: item.text for item in program for name in item.binds}
    sources = {
        file: "\n\n\n".join(item.text for item in closure(program, names)).encode() + b"\n"
        for file, names in wanted.items()
        if any(name in there for name in names)
    }
    return Taken(sources, tuple(notes), frozenset(_changed(there, stubs, wanted)))


def untouched(source: bytes, stub: bytes, names: tuple[str, ...]) -> bool:
    """Whether a file still defines all of `names` as the stub does."""
    try:
        mine, theirs = (defined(statements(text.decode())) for text in (source, stub))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(_same(mine.get(name, ""), theirs.get(name, "")) for name in names)


def _code_cells(notebook: bytes) -> list[str]:
    import nbformat  # noqa: PLC0415 - only where there are notebooks

    tree = nbformat.reads(notebook.decode("utf-8-sig"), as_version=4)  # type: ignore[no-untyped-call]
    return ["".join(cell.source) for cell in tree.cells if cell.cell_type == "code"]


def _program(cells: list[str], exercises: set[str]) -> tuple[list[Statement], list[str]]:
    from IPython.core import inputtransformer2  # noqa: PLC0415 - only where there are notebooks

    transform: Callable[[str], str] = inputtransformer2.TransformerManager().transform_cell  # type: ignore[no-untyped-call]
    program: list[Statement] = []
    notes: list[str] = []
    for number, cell in enumerate(cells, start=1):
        try:
            program += statements(transform(WHOLE.sub("", cell, count=1)))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            notes.append(f"code cell {number} does not parse ({_short(error)}), left aside")
            program += [_broken(name, number, error) for name in sorted(exercises & set(_named(cell)))]
    return program, notes


def _named(cell: str) -> list[str]:
    return re.findall(r"^(?:def|class)[ \t]+(\w+)", cell, re.MULTILINE)


def _broken(name: str, number: int, error: BaseException) -> Statement:
    """In place of an exercise whose cell does not parse: whoever calls it is told so."""
    text = f"def {name}(*_, **__):\n    raise SyntaxError({f'code cell {number} does not parse: {_short(error)}'!r})"
    return Statement(text, 1, frozenset({name}), frozenset(), defines=True, star=False)


def _changed(there: dict[str, str], stubs: dict[str, bytes], wanted: Wanted) -> set[str]:
    changed: set[str] = set()
    for file, names in wanted.items():
        given = defined(statements(stubs[file].decode())) if file in stubs else {}
        changed |= {name for name in names if name in there and not _same(there[name], given.get(name, ""))}
    return changed


def _same(one: str, other: str) -> bool:
    """Whether two definitions are the same program, whatever their comments and spaces."""
    return one == other or ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))


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
