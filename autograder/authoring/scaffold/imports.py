"""Adds imports to a module, in the order in which formatters sort them."""

import ast
import re
import sys
from collections.abc import Iterable

OWN = ("assignments", "autograder", "solutions")  # sorted behind the packages of others
PLAIN = re.compile(r"(?:(?:import|from) [^(#;]*)?")  # a line of a block that can be written anew
Import = ast.Import | ast.ImportFrom


def with_imports(source: str, needed: Iterable[str]) -> str:
    """Return a module with these imports too, each a statement of its own; those that are there are not repeated.

    The block of imports is written anew where it is one of single lines; otherwise new ones stand behind it.
    """
    present = _first_imports(source)
    wanted = [node for line in needed for node in ast.parse(line).body if isinstance(node, Import)]
    missing = [node for node in wanted if not _is_satisfied(node, present)]
    if not missing:
        return source
    if not present:
        return _with_first_block(source, import_block(missing))
    lines = source.split("\n")
    start, end = present[0].lineno - 1, max(node.end_lineno or node.lineno for node in present)
    plain = all(PLAIN.fullmatch(line) for line in lines[start:end])
    new = import_block([*present, *missing]) if plain else [*lines[start:end], *import_block(missing)]
    return "\n".join([*lines[:start], *new, *lines[end:]])


def import_block(nodes: Iterable[Import]) -> list[str]:
    """Return the lines of a sorted block of imports: Python's own, those of packages, those of the course."""
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names: dict[str, set[str]] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            names.setdefault(node.module or "", set()).update(ast.unparse(alias) for alias in node.names)
    rows = [(_section(name), False, name, f"import {name}") for name in plain]
    rows += [(_section(name), True, name, f"from {name} import {_listed(own)}") for name, own in names.items()]
    lines: list[str] = []
    section = None
    for row in sorted(rows):
        if section not in (None, row[0]):
            lines.append("")
        section = row[0]
        lines.append(row[3])
    return lines


def _first_imports(source: str) -> list[Import]:
    """Return the imports of a module before its first definition."""
    found: list[Import] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            break
        if isinstance(node, Import):
            found.append(node)
    return found


def _is_satisfied(node: Import, present: Iterable[Import]) -> bool:
    same = [other for other in present if type(other) is type(node) and _module(other) == _module(node)]
    bound = {ast.unparse(alias) for other in same for alias in other.names}
    return all(ast.unparse(alias) in bound for alias in node.names)


def _module(node: Import) -> str:
    return (node.module or "") if isinstance(node, ast.ImportFrom) else ""


def _section(module: str) -> int:
    top = module.split(".", maxsplit=1)[0]
    return 0 if top in sys.stdlib_module_names else 2 if top in OWN else 1


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names, key=lambda name: (not name[0].isupper(), name)))


def _with_first_block(source: str, block: list[str]) -> str:
    """Put the first imports of a module behind its docstring; in a file of cells, in front of the first exercise."""
    lines = source.rstrip("\n").split("\n")
    if not any(line.startswith("# %%") for line in lines):
        first = next(iter(ast.parse(source).body), None)
        docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        start = (first.end_lineno or 0) if first and docstring else 0
        parts = ("\n".join(part).strip("\n") for part in (lines[:start], block, lines[start:]))
        return "\n\n".join(filter(None, parts)) + "\n"
    headings = (number for number, line in enumerate(lines) if line.startswith("# ## `"))
    place = next(headings, len(lines) + 1) - 1
    return "\n".join([*lines[:place], "# %%", *block, "", *lines[place:], ""])
