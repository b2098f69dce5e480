"""Derivations about spreads and learning rates."""

import math

from solutions.shared.faults.derivation import Derivation

SPREADS = ((5, 1.5), (12, 0.7), (3, 2.2), (7, 1.3))
RATES = ((2.0, 0.3), (0.7, 4.1), (3.0, 0.1), (1.1, 1.6))
PATHS = (
    (5.0, 2.0, 0.3, 0.01),
    (-3.0, 0.7, 2.1, 0.2),
    (10.0, 1.5, 0.2, 0.05),
    (0.5, 1.1, 0.4, 1.0),
    (8.0, 1.0, 0.5, 1.0),
    (-16.0, 0.5, 3.0, 2.0),
    (6.0, 0.8, 2.3, 0.7),
)


def _steps(x0: float, curvature: float, rate: float, tolerance: float) -> int:
    factor, steps = abs(1 - rate * curvature), 0
    while abs(x0) * factor**steps > tolerance:
        steps += 1
    return steps


RATIOS: dict[str, Derivation] = {
    "dot_product_variance": Derivation(
        lambda d, s: d * s**4,
        SPREADS,
        {
            "variance-of-one-entry": lambda d, s: d * s**2,
            "width-missing": lambda _, s: s**4,
            "standard-deviation-for-variance": lambda d, s: math.sqrt(d) * s**2,
            "standard-deviation-for-variance/squared": lambda d, s: d**2 * s**4,
        },
    ),
    "scaled_score_std": Derivation(
        lambda _, s: s**2,
        SPREADS,
        {
            "variance-for-standard-deviation": lambda _, s: s**4,
            "spread-of-one-entry": lambda _, s: s,
            "scale-forgotten": lambda d, s: math.sqrt(d) * s**2,
            "scale-forgotten/twice": lambda d, s: s**2 / math.sqrt(d),
            "scale-forgotten/root": lambda d, s: s * math.sqrt(d),
        },
    ),
    "largest_stable_learning_rate": Derivation(
        lambda c: 2 / c,
        ((2.0,), (0.7,), (5.0,)),
        {
            "fastest-rate": lambda c: 1 / c,
            "quotient-turned": lambda c: c / 2,
            "product-for-quotient": lambda c: 2 * c,
            "curvature-ignored": lambda _: 2.0,
        },
    ),
    "contraction_factor": Derivation(
        lambda c, rate: abs(1 - rate * c),
        RATES,
        {
            "absolute-value-missing": lambda c, rate: 1 - rate * c,
            "absolute-value-missing/other": lambda c, rate: rate * c - 1,
            "factor-halved": lambda c, rate: abs(1 - rate * c / 2),
            "factor-doubled": lambda c, rate: abs(1 - 2 * rate * c),
            "sum-for-difference": lambda c, rate: 1 + rate * c,
            "one-forgotten": lambda c, rate: rate * c,
            "quotient-for-product": lambda c, rate: abs(1 - rate / c),
            "quotient-for-product/other": lambda c, rate: abs(1 - c / rate),
            "factor-squared": lambda c, rate: (1 - rate * c) ** 2,
            "factor-cut": lambda c, rate: max(0.0, 1 - rate * c),
        },
    ),
    "steps_to_tolerance": Derivation(
        _steps,
        PATHS,
        {
            "one-step-too-many": lambda *a: _steps(*a) + 1,
            "one-step-too-few": lambda *a: max(_steps(*a) - 1, 0),
            "one-step-too-few/negative": lambda *a: _steps(*a) - 1,
            "start-ignored": lambda _, c, rate, tol: _steps(1.0, c, rate, tol),
        },
    ),
}
