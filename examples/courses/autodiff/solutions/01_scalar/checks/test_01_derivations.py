"""Hidden checks of the derivation: the slope of tanh by a difference."""

import math

from hypothesis import given
from hypothesis import strategies as st

from autograder import Student, Tolerance, assert_number, check

STEP = 1e-5
HINT = "Compare with a difference: (tanh(x + h) - tanh(x - h)) / 2h at x = 0 and at x = 1."


def slope(x: float) -> float:
    """The slope of tanh by a difference."""
    return (math.tanh(x + STEP) - math.tanh(x - STEP)) / (2 * STEP)


@check("tanh_slope.values", "the slope at some places", points=0.5, hint=HINT)
def test_tanh_slope_values(student: Student) -> None:
    for x in (0.0, 0.6, -1.1, 2.0):
        assert_number(student.tanh_slope(math.tanh(x)), slope(x), Tolerance(1e-6, 1e-4))


@check("tanh_slope.anywhere", "the slope anywhere", points=0.3, hint=HINT)
@given(x=st.floats(-2, 2))
def test_tanh_slope_anywhere(student: Student, x: float) -> None:
    assert_number(student.tanh_slope(math.tanh(x)), slope(x), Tolerance(1e-6, 1e-4))


@check("tanh_slope.flat", "where tanh is flat", points=0.2, level="robustness", hint="What is tanh of a large number?")
def test_tanh_slope_flat(student: Student) -> None:
    for y in (1.0, -1.0, 1):
        assert_number(student.tanh_slope(y), 0.0)
