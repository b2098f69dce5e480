"""Constant factors: on the whole result, or on the scores before the softmax."""

import math

import torch

from autograder.diagnosis.evidence import Seen, Value, agrees, finite
from autograder.diagnosis.model import SCALE, Chosen, Model
from autograder.diagnosis.predictions import compute

LOWEST, HIGHEST, STEPS = 1e-3, 30.0, 60
GOLDEN = (math.sqrt(5) - 1) / 2


def common_factor(seen: Seen, right: Seen) -> float | None:
    """The positive number that the result was multiplied with; weights beside it are as they are."""
    if isinstance(seen, str) or isinstance(right, str) or seen[0].shape != right[0].shape or not seen[0].any():
        return None
    factor = float((seen[0] * right[0]).sum() / (right[0] * right[0]).sum())
    return factor if factor > 0 and agrees((right[0] * factor, *right[1:]), seen) else None


def fitted_scale(model: Model, place: int, seen: Seen, others: Chosen = ()) -> float | None:
    """The number that multiplies the scores, if some number (with the faults `others`) explains what was seen."""
    if isinstance(seen, str):
        return None

    def distance(logarithm: float) -> float:
        return _distance(compute(model, place, ((SCALE, math.exp(logarithm)), *others)), seen)

    step = math.log(HIGHEST / LOWEST) / STEPS
    grid = [math.log(LOWEST) + step * place for place in range(STEPS + 1)]
    start = min(grid[1:-1], key=distance)  # at the ends weights are equal or 0 and 1, whatever the scale
    low, high = start - step, start + step
    while high - low > 1e-7:  # golden section: distance has one minimum between two steps of the grid
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if distance(left) < distance(right) else (left, high)
    factor = math.exp((low + high) / 2)
    return factor if agrees(compute(model, place, ((SCALE, factor), *others)), seen) else None


def _distance(predicted: Seen, seen: Value) -> float:
    if isinstance(predicted, str) or [part.shape for part in predicted] != [part.shape for part in seen]:
        return math.inf
    return sum(float(torch.linalg.vector_norm(finite(a) - finite(b))) for a, b in zip(predicted, seen, strict=True))
