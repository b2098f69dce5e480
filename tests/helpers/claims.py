"""The exercises whose mistakes are edits of a right program, and what is said of each edit."""

import functools
from collections.abc import Iterator

from autograder.course import Exercise, load_course
from autograder.diagnosis.claims import names_true_of
from autograder.diagnosis.matching import diagnose
from autograder.diagnosis.predictions import model_of
from tests.helpers.edited_programs import program_with

EXERCISES = [exercise for assignment in load_course() for exercise in assignment.exercises]


@functools.cache
def modelled() -> tuple[Exercise, ...]:
    """The exercises whose mistakes are edits of a right program."""
    return tuple(exercise for exercise in EXERCISES if model_of(exercise))


def untrue_of_edits(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """The name of each mistake that is told of a program with a single edit, and of which its name says no such thing.

    With it, the edit.
    """
    model = model_of(exercise)
    for edits in model.single_edits if model else ():
        ((stage, option),) = edits
        for told in diagnose(exercise, program_with(exercise, model, edits)) if model else ():
            if told.name not in names_true_of([str(option)]):
                yield told.name, f"{stage}.{option}"
