"""Reading a file without running it: the words of its code, for rules that what runs cannot prove alone."""

import ast

MAX_WORDS = 20_000


def words_of(source: bytes) -> list[str] | None:
    """The words that a file takes from elsewhere: attributes, imports, names that are not its own, short strings.

    No comments and docstrings, no texts of errors, and nothing that the file itself defines, whatever it is called.
    None where there are too many: a part of them would be what the author of the file wants to be seen.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    nodes = list(ast.walk(tree))
    left_out = {id(text) for node in nodes for text in _told(node)}
    own = {name for node in nodes for name in _defined(node)}
    words = {word for node in nodes if id(node) not in left_out for word in _words(node, own)}
    return sorted(words) if len(words) <= MAX_WORDS else None


def _told(node: ast.AST) -> list[ast.AST]:
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


def _words(node: ast.AST, own: set[str]) -> list[str]:
    if isinstance(node, ast.Name):
        return [] if node.id in own else [node.id]
    if isinstance(node, ast.Attribute):
        return [] if _of_self(node) and f"self.{node.attr}" in own else [node.attr]
    if isinstance(node, ast.alias):
        return node.name.split(".")
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 100:
        return [node.value]
    return []
