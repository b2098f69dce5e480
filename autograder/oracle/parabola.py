"""Gradient descent on f(x) = curvature · x² / 2, step by step instead of by formula."""

from fractions import Fraction

from autograder.oracle.memo import remembered


@remembered
def stable_bound(curvature: float) -> float:
    """The learning rate at which a step stops to bring x closer to 0, found by bisection."""
    steepness = Fraction(curvature)
    works, fails = Fraction(0), Fraction(1)
    while abs(_step(Fraction(1), steepness, fails)) < 1:
        fails *= 2
    for _ in range(60):
        middle = (works + fails) / 2
        closer = abs(_step(Fraction(1), steepness, middle)) < 1
        works, fails = (middle, fails) if closer else (works, middle)
    return float(works)


def shrinkage(curvature: float, learning_rate: float) -> float:
    """How far from 0 one step leads that starts at 1."""
    return float(abs(_step(Fraction(1), Fraction(curvature), Fraction(learning_rate))))


@remembered
def steps_until(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    """The number of steps that are taken before |x| ≤ tolerance. The path must lead there."""
    x, steps = x0, 0
    while not abs(x) <= tolerance:
        x -= learning_rate * (curvature * x)
        steps += 1
    return steps


def _step(x: Fraction, curvature: Fraction, learning_rate: Fraction) -> Fraction:
    return x - learning_rate * (curvature * x)
