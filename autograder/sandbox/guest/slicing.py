"""Slices a program: the definitions of some names and what those depend on, without plots and experiments."""

import ast
import builtins
import symtable
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
BUILTINS = frozenset(dir(builtins))
SHELL = "get_ipython"
SETTERS = ("setattr", "delattr")


@dataclass(frozen=True)
class Statement:
    """One top-level statement: its text and first line, the names that it binds and those that it needs."""

    text: str
    line: int
    binds: frozenset[str]
    needs: frozenset[str]
    defines: bool  # a function or class
    star: bool  # an import of everything
    changes: frozenset[str] = frozenset()  # of the names that it binds: those whose object it changes
    imports: bool = False  # nothing but imports


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
    changes = {name for node in group for name in _changed(node)}
    inside = [item for inner in _scopes(table) for item in inner.get_symbols()]
    binds |= changes | {item.get_name() for item in inside if item.is_declared_global()}
    star = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in group)
    needs = frozenset(names_needed(table))
    defines = any(isinstance(node, SCOPES) for node in group)
    imports = all(isinstance(node, ast.Import | ast.ImportFrom) for node in group)
    return Statement(
        text, _first(group[0]), frozenset(binds), needs, defines, star, changes=frozenset(changes), imports=imports
    )


def _changed(node: ast.stmt) -> Iterator[str]:
    """Names whose object a statement changes: `SelfAttention.scale = 2`, `setattr(SelfAttention, …)`, in loops too.

    So does a function that is given to a class: `@add_to_class(SelfAttention)`, or `@patch` above
    `def forward(self: SelfAttention, x)`.
    """
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from _given_to(node)
    elif not isinstance(node, ast.ClassDef):
        parts = list(_outside_of_scopes(node))
        loops = [part for part in parts if isinstance(part, ast.For)]
        for name in {name for part in parts for name in _changed_by(part)}:
            yield name
            passed = [loop.iter for loop in loops if name in _names(loop.target)]  # `for kind in (Encoder, Decoder)`
            yield from (each for item in passed for each in _names(item))


def _given_to(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    calls = [item for item in function.decorator_list if isinstance(item, ast.Call)]
    yield from (item.id for call in calls for item in call.args if isinstance(item, ast.Name))
    first = next(iter((*function.args.posonlyargs, *function.args.args)), None)
    if function.decorator_list and first is not None and first.arg == "self" and first.annotation is not None:
        yield from _names(first.annotation)


def _outside_of_scopes(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, (*SCOPES, ast.Lambda)):
            yield from _outside_of_scopes(part)


def _changed_by(node: ast.AST) -> Iterator[str]:
    """The name that an assignment or `setattr` begins with."""
    inner: ast.AST = node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SETTERS and node.args:
        inner = node.args[0]
    elif not (isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store)):
        return
    while isinstance(inner, ast.Attribute | ast.Subscript):
        inner = inner.value
    if isinstance(inner, ast.Name):
        yield inner.id


def _names(node: ast.AST) -> set[str]:
    return {item.id for item in ast.walk(node) if isinstance(item, ast.Name)}


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
    """Return the statements that bind `names` or anything that those need, in their order.

    Only an import that stands below what needs it comes first: in a notebook its cell ran before.
    """
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
    return _imports_before_use([program[place] for place in sorted(kept)])


def _imports_before_use(program: list[Statement]) -> list[Statement]:
    bound = {name for item in program if not item.imports for name in item.binds}
    late = [
        item
        for place, item in enumerate(program)
        if item.imports
        and not item.binds & bound
        and any(item.binds & earlier.needs for earlier in program[:place] if not earlier.imports)
    ]
    return [*late, *(item for item in program if item not in late)]


def defined(program: Sequence[Statement]) -> dict[str, str]:
    """Return the last text that defines each function or class, by name."""
    return {name: item.text for item in program if item.defines for name in item.binds}
