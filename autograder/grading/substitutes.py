"""Substitutes for wrong callees: the definition of the solution, so that a mistake costs points only once.

A substitute is sent to a worker only when a caller is graded again. Nothing that this worker prints or raises is
published, so that a student cannot read the solution.
"""

import ast
import functools

from autograder.course import Exercise, load_course
from autograder.sandbox.guest.slicing import dependency_slice, statements


@functools.cache
def substitute_source(exercise: Exercise) -> str | None:
    """Return the solution's definition of an exercise with its dependencies; None if it is no function or class."""
    program = statements(load_course().solution_file(exercise).read_text(encoding="utf-8"))
    needed = dependency_slice(program, [exercise.name])
    own = [item.text for item in needed if item.defines and exercise.name in item.binds]
    if not own or not isinstance(ast.parse(own[-1]).body[0], ast.FunctionDef | ast.ClassDef):
        return None
    return "\n\n".join(item.text for item in needed) + "\n"
