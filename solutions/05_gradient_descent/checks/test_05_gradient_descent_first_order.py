"""Hidden checks of 05_gradient_descent: first_order_approximation."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import as_number, assert_number, require
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure
from autograder.checking.specs import CheckText, Places, formula
from autograder.checking.student import Student, function, polynomial
from solutions.shared.training import COEFFICIENT, FINE, function_of

CUBIC, CUBIC_SLOPE = (0.5, -1.0, 2.0, 0.75), (-1.0, 4.0, 2.25)


CURVE = (polynomial(*CUBIC), polynomial(*CUBIC_SLOPE))
BENT = (
    polynomial(1e9, 3.0, 0.0, 1e20),
    polynomial(3.0, 0.0, 3e20),
)  # f(h) - f(0) is rounded away, or nearly all 1e20 h³


def on_the_tangent(f: dict[str, Any], df: dict[str, Any], x: float, eps: float) -> float:
    """The value, and the slope times the distance."""
    return function_of(f)(x) + eps * function_of(df)(x)


formula(
    "first_order_approximation",
    arguments="f df x eps",
    places=[(*CURVE, x, eps) for x, eps in ((2.0, 0.5), (-1.5, 0.25), (3.0, -0.75), (0.0, 2.0), (0.3, 0.1))],
    hint="Where does the tangent start, and how steep is it?",
    reference=on_the_tangent,
    checks={
        "values": CheckText("a cubic at several points and distances", points=0.5),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
    more={
        "functions": Places(
            "sine, exponential, and a curve that no small step sees straight",
            "f and df are functions: where is each of them evaluated?",
            0.3,
            (
                (function("sin"), function("cos"), 0.6, -0.3),
                (function("exp"), function("exp"), 0.6, -0.3),
                (*BENT, 0.0, 1e6),
            ),
        ),
        "whole_numbers": Places(
            "whole numbers are numbers too",
            "Does anything in the formula need a decimal point?",
            0.2,
            ((*CURVE, 2, -1),),
            "robustness",
        ),
    },
)


@check(
    "first_order_approximation.lines",
    "exact for straight lines, the value itself at distance 0",
    points=0.3,
    hint="Which part of the formula is left when eps is 0, and which when f(x) is 0?",
)
@given(height=COEFFICIENT, slope=COEFFICIENT, x=COEFFICIENT, eps=st.integers(-4, 4))
def test_first_order_lines(student: Student, height: int, slope: int, x: int, eps: int) -> None:
    line, level = (float(height), float(slope)), (float(slope),)
    answer = student.first_order_approximation(polynomial(*line), polynomial(*level), float(x), eps / 2)
    assert_number(answer, height + slope * (x + eps / 2))


@check(
    "first_order_approximation.second_call",
    "the same point with another function or derivative: both count, and nothing is kept from call to call",
    points=0.5,
    hint="Every call computes its result from its own arguments.",
)
def test_first_order_second_call(student: Student) -> None:
    f, df = polynomial(*CUBIC), polynomial(*CUBIC_SLOPE)
    higher, steeper = polynomial(2.0, *CUBIC[1:]), polynomial(2.0, *CUBIC_SLOPE[1:])
    asked = ((f, df, 1.5, 0.5), (f, steeper, 1.5, 0.5), (higher, df, 1.5, 0.5), (f, df, 1.5, 0.5))
    answer = student.definition("first_order_approximation").calls(*asked)
    first, second, third, again = (as_number(value, answer.called) for value in answer.values)
    unused = [name for name, value in (("derivative", second), ("function", third)) if value == first]
    require(not unused, f"{answer.called} gives the same for another {' and another '.join(unused)}")
    require(again == first, f"{answer.called} gives something else where it is asked the same again")


@check(
    "first_order_approximation.exact",
    "tiny distances keep their digits, and f and df are asked at x alone",
    points=0.15,
    level="robustness",
    hint="Nothing is rounded, and nothing is known of the new point.",
)
def test_first_order_exact(student: Student) -> None:
    f, df = polynomial(0.0, 1e-6, 3.0), polynomial(1e-6, 6.0)
    answer = student.first_order_approximation(f, df, 1e-6, 1e-7)
    assert_pure(answer)
    assert_number(answer, 4e-12 + 7e-13, FINE)
    for x, curve, slope in ((1.5, CUBIC, CUBIC_SLOPE), (0.0, (2.0, 0.0, 1.0), (0.0, 2.0))):  # the slope at 0 is 0
        f, df = (polynomial(*coefficients, only_at=x) for coefficients in (curve, slope))
        tangent = on_the_tangent(polynomial(*curve), polynomial(*slope), x, 0.25)
        assert_number(student.first_order_approximation(f, df, x, 0.25), tangent)
