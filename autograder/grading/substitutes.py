"""The solution's own definition in place of a callee that is wrong, so that a mistake costs once.

It is sent into a worker only when a caller is judged again, and nothing that this worker prints or raises is shown: the
student cannot read an answer out of it.
"""

import ast
import functools

from autograder.course import Exercise, load_course
from autograder.sandbox.guest.slicing import dependency_slice, statements


@functools.cache
def substitute_source(exercise: Exercise) -> str | None:
    """The solution's definition of a function, with what it needs; None for a class, which nobody calls by value."""
    path = load_course().solutions_folder / exercise.assignment / exercise.file
    program = statements(path.read_text(encoding="utf-8"))
    needed = dependency_slice(program, [exercise.name])
    own = [item.text for item in needed if item.defines and exercise.name in item.binds]
    if not own or not isinstance(ast.parse(own[-1]).body[0], ast.FunctionDef):
        return None
    return "\n\n".join(item.text for item in needed) + "\n"
