"""Reading a file without running it: the words of its code, for rules that what runs cannot prove alone."""

import ast

MAX_WORDS = 5000


def words_of(source: bytes) -> list[str]:
    """Names, attributes, imported names and short strings of the code; no comments, no docstrings."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    documented = {id(text) for node in ast.walk(tree) for text in _docstring(node)}
    words = {word for node in ast.walk(tree) if id(node) not in documented for word in _words(node)}
    return sorted(words)[:MAX_WORDS]


def _docstring(node: ast.AST) -> list[ast.Constant]:
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return [first.value] if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else []


def _words(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.alias):
        return node.name.split(".")
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 100:
        return [node.value]
    return []
