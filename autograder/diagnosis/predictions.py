"""What faulty programs return for the probes, computed when first needed and then kept for the process."""

import functools

import torch

from autograder.course import Exercise
from autograder.diagnosis.evidence import RAISED, Seen, as_value
from autograder.diagnosis.model import Chosen, Model
from autograder.diagnosis.registry import model_of


@functools.cache
def predict(exercise: Exercise, place: int, chosen: Chosen) -> Seen:
    """What a program with the faults `chosen` returns for the probe at `place`."""
    model = model_of(exercise)
    return RAISED if model is None else compute(model, place, chosen)


def compute(model: Model, place: int, chosen: Chosen) -> Seen:
    """The same, not kept."""
    try:
        with torch.no_grad():
            value = as_value(model.compute(model.probes[place].inputs, dict(chosen)))
    except (RuntimeError, IndexError, ValueError, ZeroDivisionError, OverflowError):
        return RAISED
    return RAISED if value is None else value
