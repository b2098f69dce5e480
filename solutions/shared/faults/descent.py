"""Probes and switches of gradient descent: on functions of one number, and on a model's parameters."""

from collections.abc import Callable
from typing import Any

from autograder.diagnosis.model import FaultModel, Faults, Probe
from solutions.shared.arguments import polynomial
from solutions.shared.faults.training import training

CUBIC = (0.7, -1.2, 0.4, 0.3)  # coefficients of f


def _derivative(coefficients: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(place * coefficient for place, coefficient in enumerate(coefficients))[1:]


def _function(coefficients: tuple[float, ...]) -> dict[str, Any]:
    return {"$": "polynomial", "coefficients": list(coefficients)}


def _probe(name: str, args: list[Any], inputs: Any) -> Probe:
    return Probe({"target": name, "calls": [{"args": args, "named": {}}]}, inputs)


def _first_order() -> FaultModel:
    slope = _derivative(CUBIC)
    points = [(1.3, 0.2), (-0.7, 0.5), (2.1, -0.3), (0.4, 1.7)]
    probes = [
        _probe("first_order_approximation", [_function(CUBIC), _function(slope), *point], point) for point in points
    ]
    return FaultModel(tuple(probes), {"formula": tuple(LINES)}, _line, pairs=False, formula=True, runnable=False)


Number = Callable[[float], float]


def _tangent(f: Number, df: Number, x: float, eps: float) -> float:
    return f(x) + eps * df(x)


LINES: dict[str, Callable[[Number, Number, float, float], float]] = {
    "step-downwards": lambda f, df, x, eps: f(x) - eps * df(x),
    "exact-value": lambda f, _, x, eps: f(x + eps),
    "slope-elsewhere": lambda f, df, x, eps: f(x) + eps * df(x + eps),
    "slope-elsewhere/value": lambda f, df, x, eps: f(x + eps) + eps * df(x),
    "step-left-out": lambda f, df, x, _: f(x) + df(x),
    "slope-left-out": lambda f, _, x, eps: f(x) + eps,
    "value-left-out": lambda _, df, x, eps: eps * df(x),
    "value-left-out/point": lambda _, df, x, eps: x + eps * df(x),
    "value-left-out/down": lambda _, df, x, eps: x - eps * df(x),
    "function-for-slope": lambda f, _, x, eps: f(x) + eps * f(x),
    "functions-swapped": lambda f, df, x, eps: df(x) + eps * f(x),
    "second-order": lambda f, df, x, eps: f(x) + eps * df(x) + eps**2 / 2 * df(x),
    "step-squared": lambda f, df, x, eps: f(x) + eps**2 * df(x),
    "step-squared/half": lambda f, df, x, eps: f(x) + eps * df(x) / 2,
    "step-squared/divided": lambda f, df, x, eps: f(x) + df(x) / eps,
    "slope-multiplied": lambda f, df, x, eps: f(x) * eps * df(x),
    "slope-multiplied/x": lambda f, df, x, eps: f(x) + eps * df(x) * x,
    "slope-at-step": lambda f, df, x, eps: f(x) + df(eps) * eps,
    "step-for-distance": lambda f, df, x, eps: f(x) + (eps - x) * df(x),
    "value-only": lambda f, _, x, __: f(x),
}


def _line(point: tuple[float, float], faults: Faults) -> float:
    f, df = polynomial(list(CUBIC)), polynomial(list(_derivative(CUBIC)))
    function = LINES.get(str(faults.get("formula", "")), _tangent)
    return function(f, df, *point)


PATH = {
    "update": (
        "step-upwards",
        "no-learning-rate",
        "step-from-start",
        "step-sign-only",
        "rate-decays",
        "rate-squared",
        "slope-at-start",
        "momentum",
        "x-times-slope",
        "step-divided",
        "step-normalised",
    ),
    "points": (
        "one-point-too-few",
        "one-point-too-few/end",
        "one-point-too-many",
        "last-point-only",
        "slopes-returned",
        "start-twice",
        "reversed-path",
    ),
}


def _descent() -> FaultModel:
    slope = _derivative(CUBIC[:3])
    runs = [(1.3, 0.2, 5), (-0.8, 0.7, 4), (2.0, 0.35, 3)]
    probes = [_probe("gradient_descent", [_function(slope), *run], run) for run in runs]
    return FaultModel(tuple(probes), PATH, _path, runnable=False)


def _path(run: tuple[float, float, int], faults: Faults) -> Any:
    x, rate, steps = run
    df = polynomial(list(_derivative(CUBIC[:3])))
    option, shape = str(faults.get("update", "")), str(faults.get("points", ""))
    points, velocity = [x], 0.0
    for step in range(steps + (shape == "one-point-too-many")):
        velocity = 0.9 * velocity + df(points[-1])
        points.append(_next(option, points, df, rate, (step, velocity)))
    forms = {
        "one-point-too-few": points[1:],
        "one-point-too-few/end": points[:-1],
        "last-point-only": points[-1],
        "slopes-returned": [df(point) for point in points],
        "start-twice": [points[0], *points],
        "reversed-path": points[::-1],
    }
    return forms.get(shape, points)


def _next(option: str, points: list[float], df: Number, rate: float, so_far: tuple[int, float]) -> float:
    step, velocity = so_far
    x, slope = points[-1], df(points[-1])
    forms = {
        "step-upwards": x + rate * slope,
        "no-learning-rate": x - slope,
        "step-from-start": points[0] - rate * slope,
        "step-sign-only": x - rate * ((slope > 0) - (slope < 0)),
        "rate-decays": x - rate / (step + 1) * slope,
        "rate-squared": x - rate**2 * slope,
        "slope-at-start": x - rate * df(points[0]),
        "momentum": x - rate * velocity,
        "x-times-slope": x - rate * x * slope,
        "step-divided": x - slope / rate,
        "step-normalised": -rate * slope,
    }
    return forms.get(option, x - rate * slope)


DESCENT: dict[str, Callable[[], FaultModel]] = {
    "first_order_approximation": _first_order,
    "gradient_descent": _descent,
    "train_attention": training,
}
