"""Probes of gradient descent: on functions of one number, and on a model with two parameters."""

from collections.abc import Callable, Sequence
from typing import Any

from autograder.checking.samples import sample
from autograder.diagnosis.model import DiagnosisPlan, Probe
from solutions.shared.probes.functions import call_probe

CUBIC = (0.7, -1.2, 0.4, 0.3)  # coefficients of f
STALE = 0.6  # what stands in the gradients before


def _derivative(coefficients: Sequence[float]) -> tuple[float, ...]:
    return tuple(place * coefficient for place, coefficient in enumerate(coefficients))[1:]


def _function(coefficients: Sequence[float]) -> dict[str, Any]:
    return {"$": "polynomial", "coefficients": list(coefficients)}


def _first_order() -> DiagnosisPlan:
    points = [(1.3, 0.2), (-0.7, 0.5), (2.1, -0.3), (0.4, 1.7)]
    functions = [_function(CUBIC), _function(_derivative(CUBIC))]
    probes = tuple(call_probe("first_order_approximation", [*functions, *point]) for point in points)
    return DiagnosisPlan(probes, pairs=False, formula=True)


def _descent() -> DiagnosisPlan:
    slope = _function(_derivative(CUBIC[:3]))
    runs = [(1.3, 0.2, 5), (-0.8, 0.7, 4), (2.0, 0.35, 3)]
    return DiagnosisPlan(tuple(call_probe("gradient_descent", [slope, *run]) for run in runs))


def _training() -> DiagnosisPlan:
    lessons = [((4, 3), 2, 0.2, 5), ((2, 3, 5), 2, 0.1, 4)]  # shape of x, outputs, learning rate, steps
    return DiagnosisPlan(tuple(_lesson(place, *lesson) for place, lesson in enumerate(lessons)))


def _lesson(place: int, shape: tuple[int, ...], width: int, rate: float, steps: int) -> Probe:
    weights = {"W": sample(shape[-1], width, seed=place + 5), "b": sample(width, seed=place + 6)}
    x, target = sample(*shape, seed=place + 7), sample(*shape[:-1], width, seed=place + 8)
    model = {"$": "model", "kind": "affine", "weights": weights, "stale": STALE}
    return call_probe("train_attention", [model, x, target, rate, steps])


DESCENT: dict[str, Callable[[], DiagnosisPlan]] = {
    "first_order_approximation": _first_order,
    "gradient_descent": _descent,
    "train_attention": _training,
}
