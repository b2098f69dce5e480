"""Which names a student can know: those of the parameters of an exercise, and the words of its text."""

import ast
import functools
import re

from autograder.course import Exercise, load_course

WORD = re.compile(r"\w+")


@functools.lru_cache(maxsize=256)
def known_names(exercise: Exercise) -> frozenset[str]:
    """Return the words of the signatures and docstrings of an exercise, as the course gives it."""
    tree = ast.parse(load_course().solution_file(exercise).read_text(encoding="utf-8"))
    definition = next((node for node in tree.body if getattr(node, "name", "") == exercise.name), None)
    texts = [] if definition is None else [text for node in ast.walk(definition) for text in _texts(node)]
    return frozenset(word for text in texts for word in WORD.findall(text))


def _texts(node: ast.AST) -> list[str]:
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return []
    signature = [ast.unparse(node.args)] if isinstance(node, ast.FunctionDef) else []
    return [*signature, ast.get_docstring(node) or ""]
