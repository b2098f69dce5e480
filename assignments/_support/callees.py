"""Finds the exercises that an exercise calls: if one of them is wrong, its callers fail too."""

import ast
from collections.abc import Collection

from .hints import definition
from .loading import Folder


def called_by(exercise: str, folder: Folder, names: Collection[str]) -> list[str]:
    """Return those of `names` that the student's definition of `exercise` calls, in the order of `names`."""
    definitions = (definition(text, exercise) for text in folder.sources().values())
    nodes = [node for tree in definitions if tree is not None for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = {node.func.id for node in nodes if isinstance(node.func, ast.Name)}
    return [name for name in names if name in called and name != exercise]
