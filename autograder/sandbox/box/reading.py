"""Reading a file without running it: its words and its reflection, for rules that what runs cannot prove alone."""

import ast
import re
from typing import Any

from .names import Names
from .reflection import reflection_in

MAX_WORDS = 20_000
NAME = re.compile(r"[\w.]{1,100}")  # what a text has to be to name something; others are for people


def read_code(source: bytes, own_modules: set[str]) -> dict[str, Any]:
    """What a file says.

    Args:
        source: the file.
        own_modules: the modules that the submission itself consists of.

    Returns:
        `words`: attributes, imports, dotted paths, names that are not the file's own, strings that may be one; no
        comments and docstrings, no texts of errors, and nothing that the submission defines. None where there are too
        many: a part of them would be what the author of the file wants to be seen.
        `reflection`: line and description of what reaches into the library or into Python itself.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {"words": [], "reflection": []}
    nodes = list(ast.walk(tree))
    names = Names(nodes, own_modules)
    left_out = {id(text) for node in nodes for text in _for_people(node)}
    own = {name for node in nodes for name in _defined(node)} | names.own
    words = {word for node in nodes if id(node) not in left_out for word in _words(node, own, names)}
    return {
        "words": sorted(words) if len(words) <= MAX_WORDS else None,
        "reflection": [list(item) for item in reflection_in(nodes, names)],
    }


def _for_people(node: ast.AST) -> list[ast.AST]:
    """What is written for people: a docstring, the text of an error."""
    if isinstance(node, ast.Raise | ast.Assert):
        text = node.exc if isinstance(node, ast.Raise) else node.msg
        return [part for part in ast.walk(text) if isinstance(part, ast.Constant)] if text else []
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return [first.value] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else []


def _defined(node: ast.AST) -> list[str]:
    """The names that a node defines; those of `self` with their dot."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name, f"self.{node.name}"]
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _of_self(node):
        return [f"self.{node.attr}"]
    return []


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def _words(node: ast.AST, own: set[str], names: Names) -> list[str]:
    if isinstance(node, ast.Name):
        return [] if node.id in own else [node.id]
    if isinstance(node, ast.Attribute):
        if _of_self(node) and f"self.{node.attr}" in own:
            return []
        path = names.path(node)
        return [node.attr, path] if path else [node.attr]
    if isinstance(node, ast.Import | ast.ImportFrom):
        paths = names.imported_by(node)
        return [*paths, *(word for path in paths for word in path.split("."))]
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value):
        return [node.value]
    return []
