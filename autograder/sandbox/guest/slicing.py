"""Slices a program: the definitions of some names and what those depend on, without plots and experiments."""

import ast
import builtins
import symtable
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BUILTINS = frozenset(dir(builtins))
SHELL = "get_ipython"


@dataclass(frozen=True)
class Statement:
    """One top-level statement: its text and first line, the names that it binds and those that it needs."""

    text: str
    line: int
    binds: frozenset[str]
    needs: frozenset[str]
    defines: bool  # a function or class
    star: bool  # an import of everything


def statements(source: str) -> list[Statement]:
    """Return the top-level statements of a program; several on one line form one.

    Raises:
        SyntaxError: it does not parse.
    """
    lines = source.split("\n")
    return [_statement(lines, group) for group in _by_lines(ast.parse(source).body)]


def _by_lines(body: Iterable[ast.stmt]) -> Iterator[list[ast.stmt]]:
    group: list[ast.stmt] = []
    for node in body:
        if group and _first(node) > (group[-1].end_lineno or 0):
            yield group
            group = []
        group.append(node)
    if group:
        yield group


def _first(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, SCOPES) else []
    return min([node.lineno, *(item.lineno for item in decorators)])


def _statement(lines: Sequence[str], group: Sequence[ast.stmt]) -> Statement:
    text = "\n".join(lines[_first(group[0]) - 1 : group[-1].end_lineno])
    table = symtable.symtable(text, "cell", "exec")
    binds = {item.get_name() for item in table.get_symbols() if item.is_assigned() or item.is_imported()}
    binds |= {name for node in group for name in _changed(node)}
    binds |= {item.get_name() for inner in _scopes(table) for item in inner.get_symbols() if item.is_declared_global()}
    star = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in group)
    needs = frozenset(names_needed(table))
    defines = any(isinstance(node, SCOPES) for node in group)
    return Statement(text, _first(group[0]), frozenset(binds), needs, defines, star)


def _changed(node: ast.stmt) -> Iterator[str]:
    """Names whose object an assignment changes: `SelfAttention.scale = 2` and `table["a"] = 1`."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        inner = target
        while isinstance(inner, ast.Attribute | ast.Subscript):
            inner = inner.value
        if isinstance(inner, ast.Name) and inner is not target:
            yield inner.id


def names_needed(table: symtable.SymbolTable) -> Iterator[str]:
    """Yield the names that a scope and those in it take from the top level; of the top level, all that it reads."""
    for item in table.get_symbols():
        outside = table.get_type() == "module" or item.is_global()
        if (item.is_referenced() and outside) or item.is_declared_global():
            yield item.get_name()
    for inner in table.get_children():
        yield from names_needed(inner)


def _scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for inner in table.get_children():
        yield inner
        yield from _scopes(inner)


def dependency_slice(program: Sequence[Statement], names: Iterable[str]) -> list[Statement]:
    """Return the statements that bind `names` or anything that those need, in their order."""
    wanted: set[str] = set(names)
    kept: set[int] = set()
    changed = True
    while changed:
        changed = False
        for place, item in enumerate(program):
            if place not in kept and item.binds & wanted and SHELL not in item.needs:
                kept.add(place)
                wanted |= item.needs - BUILTINS
                changed = True
    bound = {name for place in kept for name in program[place].binds}
    if wanted - bound:
        kept |= {place for place, item in enumerate(program) if item.star}
    return [program[place] for place in sorted(kept)]


def defined(program: Sequence[Statement]) -> dict[str, str]:
    """Return the last text that defines each function or class, by name."""
    return {name: item.text for item in program if item.defines for name in item.binds}
