"""Constant factors: on the whole result, or on the scores before the softmax."""

import math
from collections.abc import Callable, Sequence

import torch

from autograder.diagnosis.evidence import Observed, Value, agrees, finite
from autograder.diagnosis.model import SCALE, EditModel, Edits, Sizes
from autograder.diagnosis.predictions import compute

LOWEST, HIGHEST, STEPS = 1e-3, 30.0, 60
GOLDEN = (math.sqrt(5) - 1) / 2
EQUAL = 1e-3  # of two factors, relative; they are computed from numbers that agree to a tenth of that
# Names of sentences: the same factor for all inputs, any other factors, and factors that follow from the sizes.
SAME, RESCALED, ROOT = "result-scaled", "result-rescaled", "result-by-root-of-d-k"
LAWS: dict[str, Callable[[Sizes], float]] = {
    ROOT: lambda n: n.d_k**-0.5,
    "result-by-d-k": lambda n: 1 / n.d_k,
    "result-by-keys": lambda n: 1 / n.keys,
    "result-by-root-of-d-v": lambda n: n.d_v**-0.5,
    "result-by-heads": lambda n: 1 / n.num_heads,
}


def common_factor(seen: Observed, right: Observed) -> float | None:
    """Return the positive factor of the result; weights beside it may be right or have the same factor."""
    if isinstance(seen, str) or isinstance(right, str) or seen[0].shape != right[0].shape or not seen[0].any():
        return None
    factor = float((seen[0] * right[0]).sum() / (right[0] * right[0]).sum())
    forms = ((right[0] * factor, *right[1:]), tuple(part * factor for part in right))
    return factor if factor > 0 and any(agrees(form, seen) for form in forms) else None


def all_equal(numbers: Sequence[float]) -> bool:
    """Whether all are the same, within the accuracy of factors."""
    return all(math.isclose(number, numbers[0], rel_tol=EQUAL) for number in numbers)


def lawful(model: EditModel, law: str, factors: Sequence[float]) -> bool:
    """Whether the factor of each probe follows from its sizes by this law, and they are not all the same."""
    sizes = _sizes(model)[: len(factors)]
    if not sizes or all_equal(factors):
        return False
    expected = [LAWS[law](own) for own in sizes]
    return all(math.isclose(one, other, rel_tol=EQUAL) for one, other in zip(factors, expected, strict=True))


def laws_of(model: EditModel) -> list[str]:
    """Return the laws that give finite and different factors for the probes of an exercise."""
    sizes = _sizes(model)
    factors = {law: [factor(own) for own in sizes] for law, factor in LAWS.items()}
    return [
        law for law, values in factors.items() if values and all(map(math.isfinite, values)) and not all_equal(values)
    ]


def say_something(model: EditModel, seen: Sequence[Observed], factors: Sequence[float]) -> bool:
    """Whether factors of results are no matter of course, as other ones for each single number are."""
    several = any(part.numel() > 1 for item in seen if not isinstance(item, str) for part in item)
    return several or all_equal(factors) or any(lawful(model, law, factors) for law in LAWS)


def _sizes(model: EditModel) -> list[Sizes]:
    return [probe.sizes for probe in model.plan.probes if probe.sizes is not None]


def fitted_scale(model: EditModel, place: int, seen: Observed, others: Edits = ()) -> float | None:
    """Return the factor of the scores that, with the edits `others`, explains what was returned; None if none does."""
    if isinstance(seen, str):
        return None

    def distance(logarithm: float) -> float:
        return _distance(compute(model, place, ((SCALE, math.exp(logarithm)), *others)), seen)

    step = math.log(HIGHEST / LOWEST) / STEPS
    grid = [math.log(LOWEST) + step * place for place in range(STEPS + 1)]
    start = min(grid[1:-1], key=distance)  # at the ends all weights are equal, or 0 and 1
    low, high = start - step, start + step
    while high - low > 1e-7:  # golden section: distance has one minimum between two steps of the grid
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        low, high = (low, right) if distance(left) < distance(right) else (left, high)
    factor = math.exp((low + high) / 2)
    return factor if agrees(compute(model, place, ((SCALE, factor), *others)), seen) else None


def _distance(predicted: Observed, seen: Value) -> float:
    if isinstance(predicted, str) or [part.shape for part in predicted] != [part.shape for part in seen]:
        return math.inf
    return sum(float(torch.linalg.vector_norm(finite(a) - finite(b))) for a, b in zip(predicted, seen, strict=True))
