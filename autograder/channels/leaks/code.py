"""Python without what a careless copy may change: white space and comments."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

BLOCKS = (ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With, ast.Try)


@dataclass(frozen=True)
class Line:
    """A line as it stands, without indentation; and without comment and white space."""

    raw: str
    text: str


def squeezed(text: str) -> str:
    """`text` without white space."""
    return re.sub(r"\s+", "", text)


def code_lines(source: str) -> list[Line]:
    """Every line of a piece of Python."""
    comments = {
        token.start[0]: token.start[1]
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    return [
        Line(line.strip(), squeezed(line[: comments.get(number)])) for number, line in enumerate(source.split("\n"), 1)
    ]


def statements(source: str) -> Iterator[str]:
    """What the functions of a module do, statement by statement; blocks by what stands in them, no docstrings."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.stmt) and not isinstance(node, BLOCKS) and not _is_text(node):
                yield squeezed("\n".join(line.text for line in code_lines(ast.get_source_segment(source, node) or "")))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
