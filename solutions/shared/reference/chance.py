"""The spread of a score of random queries and keys, exactly: entries that are +σ or -σ, each with probability 1/2.

Independent, mean 0, variance σ²: no more is assumed of the entries, so the simplest ones of that kind will do.
"""

import math
from collections import defaultdict
from fractions import Fraction

from autograder.checking.reference_cache import remembered

Distribution = dict[Fraction, Fraction]


@remembered
def score_variance(d_h: int, sigma: float) -> float:
    """The variance of q · k for vectors of width `d_h`."""
    return float(_variance(_score(d_h, Fraction(sigma))))


@remembered
def scaled_score_deviation(d_h: int, sigma: float) -> float:
    """The standard deviation of q · k / √d_h."""
    return math.sqrt(_variance(_score(d_h, Fraction(sigma))) / d_h)


def _score(d_h: int, sigma: Fraction) -> Distribution:
    """Which values q · k takes, and how likely each is: one product after the other is added."""
    half = Fraction(1, 2)
    entry = {sigma: half, -sigma: half}
    product = _combined(entry, entry, multiply=True)
    score = {Fraction(0): Fraction(1)}
    for _ in range(d_h):
        score = _combined(score, product, multiply=False)
    return score


def _combined(one: Distribution, other: Distribution, *, multiply: bool) -> Distribution:
    """The product or the sum of two independent numbers."""
    result: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for a, chance_of_a in one.items():
        for b, chance_of_b in other.items():
            result[a * b if multiply else a + b] += chance_of_a * chance_of_b
    return dict(result)


def _variance(distribution: Distribution) -> Fraction:
    mean = sum(value * chance for value, chance in distribution.items())
    return sum(((value - mean) ** 2 * chance for value, chance in distribution.items()), start=Fraction(0))
