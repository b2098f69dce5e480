"""Recognises formulas that are wrong by a factor or a term made of the sizes, such as a forgotten bias."""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence

from autograder.diagnosis.evidence import Observed, agrees
from autograder.diagnosis.model import EditModel, Probe
from autograder.diagnosis.predictions import compute

POWERS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
PRECISION = 1e-5


def find_formula_mistake(model: EditModel, seen: Sequence[Observed]) -> str | None:
    """Return the sentence about the difference between the returned and the right numbers, if it is simple."""
    got, right = _numbers(seen), _numbers(_right(model))
    if not got or not right:
        return _partly_right(model, seen)
    if len(set(got)) == 1 and len(set(right)) > 1:
        return "formula-same-for-all"
    if not all(right):
        return _partly_right(model, seen)
    sizes = [_sizes(probe) for probe in model.plan.probes]
    ratios = [a / b for a, b in zip(got, right, strict=True)]
    gaps = [a - b for a, b in zip(got, right, strict=True)]
    if _same(ratios) and ratios[0]:
        return "formula-factor"
    if _same(gaps):
        return "formula-constant"
    if _monomial(ratios, sizes, POWERS):
        return "formula-size-factor"
    return "formula-term" if _monomial(gaps, sizes, (0.0, 1.0, 2.0)) else _partly_right(model, seen)


def _partly_right(model: EditModel, seen: Sequence[Observed]) -> str | None:
    """Return whether the formula is right for some of the sizes or for none; None if a shape is wrong."""
    right = _right(model)
    for one, other in zip(seen, right, strict=True):
        if (
            isinstance(one, str)
            or isinstance(other, str)
            or [part.shape for part in one] != [part.shape for part in other]
        ):
            return None
    if all(agrees(_sizes_of(one), _sizes_of(other)) for one, other in zip(seen, right, strict=True)):
        return "formula-sign"
    agreeing = [agrees(one, other) for one, other in zip(seen, right, strict=True)]
    return "formula-some-sizes" if any(agreeing) else "formula-no-size"


def _sizes_of(seen: Observed) -> Observed:
    """Return numbers without their signs."""
    return seen if isinstance(seen, str) else tuple(part.abs() for part in seen)


def _right(model: EditModel) -> list[Observed]:
    return [compute(model, place, ()) for place in range(len(model.plan.probes))]


def _sizes(probe: Probe) -> tuple[float, ...]:
    return tuple(float(item) for item in probe.request["calls"][0]["args"] if isinstance(item, int | float))


def _numbers(seen: Sequence[Observed]) -> list[float]:
    single = [item[0] for item in seen if not isinstance(item, str) and len(item) == 1 and not item[0].ndim]
    return [float(item) for item in single] if len(single) == len(seen) else []


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
