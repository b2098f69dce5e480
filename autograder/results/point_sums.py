"""Numbers of points: sums without rounding errors, and whole numbers without a decimal point."""

from collections.abc import Iterable


def sum_points(scores: Iterable[float]) -> float:
    """Add points and round away binary rounding errors."""
    return round(sum(scores), 2)


def shortest_number(value: float) -> float | int:
    """Return a whole number as an int, so that files have 2 rather than 2.0."""
    return int(value) if value == int(value) else value
