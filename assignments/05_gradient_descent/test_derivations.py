"""Public tests of derivations.py, in the order of the exercises."""

from typing import Any

import pytest

from assignments._support.compare import assert_close


@pytest.mark.exercise("largest_stable_learning_rate")
def test_largest_stable_learning_rate(student: Any) -> None:
    """A steeper and a flatter parabola."""
    assert_close(student.largest_stable_learning_rate(curvature=4.0), 0.5, call="largest_stable_learning_rate(4.0)")
    assert_close(student.largest_stable_learning_rate(0.1), 20.0, call="largest_stable_learning_rate(0.1)")


@pytest.mark.exercise("contraction_factor")
def test_contraction_factor(student: Any) -> None:
    """The first path in the text of `gradient_descent`: x**2, half the distance in each step."""
    assert_close(
        student.contraction_factor(curvature=2.0, learning_rate=0.25), 0.5, call="contraction_factor(2.0, 0.25)"
    )


@pytest.mark.exercise("contraction_factor")
def test_contraction_factor_across_the_minimum(student: Any) -> None:
    """The second path jumps across the minimum: a distance is not negative."""
    assert_close(student.contraction_factor(2.0, 0.75), 0.5, call="contraction_factor(2.0, 0.75)")


@pytest.mark.exercise("contraction_factor")
def test_contraction_factor_above_one(student: Any) -> None:
    """The third path moves away from the minimum."""
    assert_close(student.contraction_factor(2.0, 1.25), 1.5, call="contraction_factor(2.0, 1.25)")


@pytest.mark.exercise("steps_to_tolerance")
def test_steps_to_tolerance(student: Any) -> None:
    """Half the distance in each step: 1, 0.5, 0.25, 0.125, 0.0625."""
    assert student.steps_to_tolerance(x0=1.0, curvature=2.0, learning_rate=0.25, tolerance=0.1) == 4


@pytest.mark.exercise("steps_to_tolerance")
def test_steps_to_tolerance_from_a_good_start(student: Any) -> None:
    """Close enough already."""
    assert student.steps_to_tolerance(-0.05, 2.0, 0.25, 0.1) == 0


@pytest.mark.exercise("steps_to_tolerance")
def test_steps_to_tolerance_from_the_left(student: Any) -> None:
    """A start below the minimum is as far away as one above."""
    assert student.steps_to_tolerance(-1.0, 2.0, 0.25, 0.1) == 4


@pytest.mark.exercise("steps_to_tolerance")
@pytest.mark.parametrize(
    ("x0", "learning_rate", "tolerance", "steps"),
    [
        (1.0, 0.25, 0.125, 3),  # after three halves exactly there
        (1.0, 0.25, 0.12495, 4),  # and here not quite
        (1.0, 0.25, 0.9, 1),
        (8.0, 0.75, 0.1, 7),  # from one side to the other
        (0.01, 0.05, 0.005, 7),
    ],
)
def test_steps_to_tolerance_counts_along_the_path(
    student: Any, x0: float, learning_rate: float, tolerance: float, steps: int
) -> None:
    """What you find if you follow the path with a pencil: the first point that is no further away than the tolerance."""
    assert student.steps_to_tolerance(x0, 2.0, learning_rate, tolerance) == steps
