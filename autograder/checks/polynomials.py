"""Polynomials in checks of gradient descent: small coefficients, values, and how exact a result must be."""

from hypothesis import strategies as st

from autograder.checks.tolerances import Tolerance

COEFFICIENT = st.integers(-3, 3)
FINE = Tolerance(0.0, 1e-9)  # relative only: for points close to 0


def valued(coefficients: tuple[float, ...], x: float) -> float:
    """The polynomial, term by term."""
    return sum(coefficient * x**power for power, coefficient in enumerate(coefficients))
