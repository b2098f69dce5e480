"""Substitutes for wrong callees: the definition of the solution, so that a mistake costs points only once.

A substitute is sent to a worker only when a caller is graded again. Nothing that this worker prints or raises is
published, so that a student cannot read the solution. Nobody gets points by what a substitute brings along: it is there
only for exercises that come later, and that it does not use itself.
"""

import ast
import functools
from collections.abc import Mapping, Sequence

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


def allowed_for(exercise: Exercise, wrong: Mapping[str, str], exercises: Sequence[Exercise]) -> dict[str, str]:
    """Return the substitutes that may be there while an exercise is judged.

    Args:
        exercise: the exercise.
        wrong: the source of a substitute for each wrong exercise of its file, by name.
        exercises: those of its file, in order.
    """
    before = {item.name: item for item in exercises[: exercises.index(exercise)]}
    return {
        name: text for name, text in wrong.items() if name in before and exercise.name not in reached_by(before[name])
    }


@functools.cache
def reached_by(exercise: Exercise) -> frozenset[str]:
    """Return the names that the solution of an exercise uses, directly or through others."""
    program = statements(load_course().solution_file(exercise).read_text(encoding="utf-8"))
    return frozenset(name for item in dependency_slice(program, [exercise.name]) for name in item.binds) - {
        exercise.name
    }
