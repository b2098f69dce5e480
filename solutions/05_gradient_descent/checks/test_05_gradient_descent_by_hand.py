"""Hidden checks of 05_gradient_descent: gradient_descent."""

import math
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import Tolerance, as_number, as_sequence, assert_numbers, require
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure
from autograder.checking.specs import CheckText, Places, formula
from autograder.checking.student import Student, function, polynomial
from solutions.shared.reference.training import visited
from solutions.shared.training import COEFFICIENT, FINE, function_of, valued


def path(answer: Answer, df: tuple[float, ...], x0: float, learning_rate: float, steps: int) -> None:
    """The answer is the path that the reference takes along the polynomial `df`."""
    assert_numbers(answer, visited(lambda x: valued(df, x), x0, learning_rate, steps))


def points(value: object, called: str) -> list[float]:
    """A path as plain numbers."""
    return [as_number(point, called) for point in as_sequence(value, called)]


def close(one: list[float], other: list[float]) -> bool:
    """The same path, up to rounding."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(a == b or math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6) for a, b in pairs)


PARABOLA = polynomial(0.0, 2.0)
MANY_STEPS = 400


def followed(df: dict[str, Any], x0: float, learning_rate: float, steps: int) -> list[float]:
    """The path that the reference takes."""
    return visited(function_of(df), x0, learning_rate, steps)


formula(
    "gradient_descent",
    arguments="df x0 learning_rate steps",
    places=((PARABOLA, 1.0, 0.25, 5), (PARABOLA, -3.0, 0.75, 4), (PARABOLA, 2.5, 0.1, 7)),
    hint="Each step starts where the last one ended, and the start belongs to the path.",
    reference=followed,
    checks={
        "values": CheckText("the path on a parabola", points=0.6, for_message="a path that can be followed by hand"),
        "names": CheckText(hint=TEXT_NAMES, points=0.1),
    },
    more={
        "no_steps": Places(
            "without steps the start alone, and with one step two points",
            "How long is the list when nothing has happened yet?",
            0.2,
            ((PARABOLA, 1.5, 0.25, 0), (PARABOLA, 1.5, 0.25, 1)),
        ),
        "at_the_minimum": Places(
            "every step is taken, at the minimum as well",
            "The number of steps is given: nothing ends the walk before.",
            0.4,
            # 0.5 reaches the minimum in one step
            [(PARABOLA, x0, rate, 4) for x0, rate in ((0.0, 0.25), (3.0, 0.5), (1.0, 0.0), (1e-9, 0.25))],
        ),
        "too_far": Places(
            "learning rates that are too large are followed too, uphill and on",
            "The path is what the rule says, whether it goes down or not.",
            0.4,
            (
                (PARABOLA, 1.0, 1.25, 6),
                (polynomial(0.0, -1.0), 0.5, 0.5, 6),
                (polynomial(1.0), 0.0, 30.0, 6),
                (PARABOLA, 1000.0, 1.5, 2),  # one long stride
                (PARABOLA, 1.0, 1.5, 60),  # runs far away
            ),
        ),
        "tiny_moves": Places(
            "tiny slopes and moves are followed like any other",
            "Nothing ends the walk before, and no slope is too small to follow.",
            0.05,
            [(PARABOLA, x0, 0.25, 3) for x0 in (1e-9, 1e-12)],
            "robustness",
            tolerance=Tolerance(0.0, 1e-6),
        ),
        "functions": Places(
            "the exponential, whose slope is nowhere the same",
            "The derivative is asked again at each new point.",
            0.3,
            ((function("exp"), 1.0, 0.5, 3),),
        ),
        "whole_numbers": Places(
            "a whole number to start from",
            "The path may start at 3 and go on to 2.25.",
            0.3,
            ((polynomial(0.5, 2.0), 3, 0.125, 3), (polynomial(0.5, 2.0), -2, 1, 3)),
            "robustness",
        ),
    },
)


@check(
    "gradient_descent.sizes",
    "any derivative, start, learning rate and number of steps",
    points=0.5,
    hint="How many points are visited, and where is the derivative asked?",
)
@given(
    df=st.lists(COEFFICIENT, min_size=1, max_size=3),
    x0=st.integers(-4, 4),
    rate=st.integers(0, 4),
    steps=st.integers(1, 5),
)
def test_gradient_descent_sizes(student: Student, df: list[int], x0: int, rate: int, steps: int) -> None:
    slopes = tuple(0.25 * coefficient for coefficient in df)
    answer = student.gradient_descent(polynomial(*slopes), float(x0), rate / 8, steps)
    path(answer, slopes, float(x0), rate / 8, steps)


@check(
    "gradient_descent.second_call",
    "further paths: each starts anew, and is a list of its own",
    points=1,
    hint="Nothing is kept from one call to the next.",
)
def test_gradient_descent_second_call(student: Student) -> None:
    df, steeper = polynomial(0.0, 2.0), polynomial(0.0, 3.0)
    answer = student.definition("gradient_descent").calls(
        (df, 1.0, 0.25, 3), (steeper, 1.0, 0.25, 3), (df, 1.0, 0.25, 3)
    )
    first, other, again = (points(value, answer.called) for value in answer.values)
    same = student.definition("gradient_descent").calls(*[(function("cos"), 1.0, 0.25, 3)] * 2)
    require(not same.reused, f"{same.called} returns the list that an earlier call returned")
    require(close(again, first), f"{answer.called} gives another path where it is asked the same again")
    require(not close(other, first), f"{answer.called} gives the same for another derivative")


@check(
    "gradient_descent.long_and_exact",
    "a long path keeps its digits to the end",
    points=0.15,
    level="robustness",
    hint="Nothing is rounded, and four hundred steps are no more difficult than four.",
)
def test_gradient_descent_long_and_exact(student: Student) -> None:
    answer = student.gradient_descent(polynomial(0.0, 2.0), 1.0, 0.005, MANY_STEPS)
    assert_pure(answer)
    assert_numbers(answer, [0.99**step for step in range(MANY_STEPS + 1)], FINE)
