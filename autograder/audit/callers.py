"""Which exercises of a solution call which: a specimen matters only to its own exercise and to those that call it."""

import ast
import functools
from collections.abc import Sequence

from autograder.course import Exercise, load_course


def affected(exercise: Exercise, of_file: Sequence[Exercise]) -> list[Exercise]:
    """`exercise` and, in their order, all exercises of its file whose solution calls it, directly or not."""
    names = mentions(exercise.assignment, exercise.file)
    reached = {exercise.name}
    while grown := {item.name for item in of_file if names.get(item.name, set()) & reached} - reached:
        reached |= grown
    return [item for item in of_file if item.name in reached]


@functools.cache
def mentions(assignment: str, file: str) -> dict[str, set[str]]:
    """The names that each top-level definition of a solution mentions."""
    tree = ast.parse((load_course().solutions_folder / assignment / file).read_text(encoding="utf-8"))
    definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {
        node.name: {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)} - {node.name}
        for node in definitions
    }
