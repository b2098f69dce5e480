"""Recognises formulas that are wrong by a factor or a term made of the sizes, such as a forgotten bias."""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from autograder.diagnosis.evidence import Observed, agrees, as_value
from autograder.diagnosis.model import FaultModel

POWERS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
PRECISION = 1e-5


def find_formula_mistake(model: FaultModel, seen: Sequence[Observed]) -> str | None:
    """Return the sentence about the difference between the returned and the right numbers, if it is simple."""
    got, right = _numbers(seen), _numbers([as_value(model.compute(probe.inputs, {})) for probe in model.probes])
    if not got or not right:
        return _partly_right(model, seen)
    if len(set(got)) == 1 and len(set(right)) > 1:
        return "formula-same-for-all"
    if not all(right):
        return _partly_right(model, seen)
    sizes = [tuple(float(size) for size in probe.inputs) for probe in model.probes]
    ratios = [a / b for a, b in zip(got, right, strict=True)]
    gaps = [a - b for a, b in zip(got, right, strict=True)]
    if _same(ratios) and ratios[0]:
        return "formula-factor"
    if _same(gaps):
        return "formula-constant"
    if _monomial(ratios, sizes, POWERS):
        return "formula-size-factor"
    return "formula-term" if _monomial(gaps, sizes, (0.0, 1.0, 2.0)) else _partly_right(model, seen)


def _partly_right(model: FaultModel, seen: Sequence[Observed]) -> str | None:
    """Return whether the formula is right for some of the sizes or for none; None if a shape is wrong."""
    right = [as_value(model.compute(probe.inputs, {})) for probe in model.probes]
    for one, other in zip(seen, right, strict=True):
        if isinstance(one, str) or other is None or [part.shape for part in one] != [part.shape for part in other]:
            return None
    agreeing = [agrees(one, other) for one, other in zip(seen, right, strict=True) if other is not None]
    return "formula-some-sizes" if any(agreeing) else "formula-no-size"


def _numbers(seen: Sequence[Any]) -> list[float]:
    if any(isinstance(item, str) or item is None or len(item) != 1 or item[0].ndim for item in seen):
        return []
    return [float(item[0]) for item in seen]


def _same(values: Sequence[float]) -> bool:
    return all(math.isclose(value, values[0], rel_tol=PRECISION) for value in values)


def _monomial(values: Sequence[float], sizes: Sequence[tuple[float, ...]], powers: Sequence[float]) -> bool:
    """Whether the values are a common factor times powers of the sizes."""
    if any(value == 0 for value in values) or len({value > 0 for value in values}) > 1:
        return False
    return any(
        _same([value / part for value, part in zip(values, parts, strict=True)])
        for parts in _products(tuple(sizes), tuple(powers))
    )


@functools.cache
def _products(sizes: tuple[tuple[float, ...], ...], powers: tuple[float, ...]) -> list[list[float]]:
    return list(_generate(sizes, powers))


def _generate(sizes: Sequence[tuple[float, ...]], powers: Sequence[float]) -> Iterator[list[float]]:
    for exponents in itertools.product(powers, repeat=len(sizes[0])):
        if any(exponents) and sum(exponent != 0 for exponent in exponents) < len(sizes):
            yield [
                math.prod(abs(size) ** exponent for size, exponent in zip(row, exponents, strict=True)) for row in sizes
            ]
