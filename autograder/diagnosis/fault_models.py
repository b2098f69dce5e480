"""The fault models of exercises, and what faulty programs return for the probes."""

import functools
from collections.abc import Sequence

import torch

from autograder.course import CourseError, Exercise
from autograder.course.code import course_code
from autograder.diagnosis.evidence import RAISED, Observed, agrees, as_value
from autograder.diagnosis.model import FaultModel, FaultSet


@functools.cache
def fault_model_of(exercise: Exercise) -> FaultModel | None:
    """Return the fault model of an exercise, built at the first call; None if it has none.

    Raises:
        CourseError: the course's code returns something else.
    """
    model = course_code().fault_model(exercise)
    if model is None or isinstance(model, FaultModel):
        return model
    raise CourseError(
        f"solutions/course.py: fault_model gives a {type(model).__name__} for {exercise.name}, not a FaultModel"
    )


@functools.cache
def predict(exercise: Exercise, place: int, chosen: FaultSet) -> Observed:
    """Return what a program with the faults `chosen` returns for the probe at `place`; the result is cached."""
    model = fault_model_of(exercise)
    return RAISED if model is None else compute(model, place, chosen)


def compute(model: FaultModel, place: int, chosen: FaultSet) -> Observed:
    """Return the same without caching it."""
    try:
        with torch.no_grad():
            value = as_value(model.compute(model.probes[place].inputs, dict(chosen)))
    except (RuntimeError, IndexError, ValueError, ZeroDivisionError, OverflowError):
        return RAISED
    return RAISED if value is None else value


def explains(exercise: Exercise, chosen: FaultSet, seen: Sequence[Observed]) -> bool:
    """Return whether a program with the faults `chosen` returns everything that was seen."""
    first = sorted(range(len(seen)), key=lambda place: isinstance(seen[place], str))  # values tell more than exceptions
    return all(agrees(predict(exercise, place, chosen), seen[place]) for place in first)
