"""Reading a file without running it: the words of its code, for rules that what runs cannot prove alone."""

import ast

MAX_WORDS = 20_000


def words_of(source: bytes) -> list[str] | None:
    """Names, attributes, imports and short strings of the code; no comments, no docstrings, no calls of own functions.

    None where there are too many: a part of them would be what the author of the file wants to be seen.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    nodes = list(ast.walk(tree))
    left_out = {id(text) for node in nodes for text in _docstring(node)}
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    left_out |= {id(node) for node in nodes if isinstance(node, ast.Name) and node.id in own}
    words = {word for node in nodes if id(node) not in left_out for word in _words(node)}
    return sorted(words) if len(words) <= MAX_WORDS else None


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
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 100:
        return [node.value]
    return []
