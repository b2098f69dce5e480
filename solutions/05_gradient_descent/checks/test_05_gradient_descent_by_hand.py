"""Hidden checks of 05_gradient_descent: gradient_descent."""

import math

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_number, as_sequence, assert_numbers, require
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.registry import check
from autograder.checking.robustness import assert_pure, assert_result_by_name
from autograder.checking.student import Student, function, polynomial
from solutions.shared.reference.training import visited
from solutions.shared.training import COEFFICIENT, FINE, valued


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


@check(
    "gradient_descent.values",
    "the path on a parabola",
    points=0.6,
    hint="Each step starts where the last one ended, and the start belongs to the path.",
    for_message="a path that can be followed by hand",
)
def test_gradient_descent_values(student: Student) -> None:
    for x0, learning_rate, steps in ((1.0, 0.25, 5), (-3.0, 0.75, 4), (2.5, 0.1, 7)):
        answer = student.gradient_descent(polynomial(0.0, 2.0), x0, learning_rate, steps)
        path(answer, (0.0, 2.0), x0, learning_rate, steps)


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
    "gradient_descent.no_steps",
    "without steps, the start alone",
    points=0.2,
    hint="How long is the list when nothing has happened yet?",
)
def test_gradient_descent_no_steps(student: Student) -> None:
    assert_numbers(student.gradient_descent(polynomial(0.0, 2.0), 1.5, 0.25, 0), [1.5])
    assert_numbers(student.gradient_descent(polynomial(0.0, 2.0), 1.5, 0.25, 1), [1.5, 0.75])


@check(
    "gradient_descent.at_the_minimum",
    "every step is taken, at the minimum as well",
    points=0.4,
    hint="The number of steps is given: nothing ends the walk before.",
)
def test_gradient_descent_at_the_minimum(student: Student) -> None:
    for x0, rate in ((0.0, 0.25), (3.0, 0.5), (1.0, 0.0), (1e-9, 0.25)):  # 0.5 reaches the minimum in one step
        path(student.gradient_descent(polynomial(0.0, 2.0), x0, rate, 4), (0.0, 2.0), x0, rate, 4)


@check(
    "gradient_descent.too_far",
    "learning rates that are too large are followed too, uphill and on",
    points=0.4,
    hint="The path is what the rule says, whether it goes down or not.",
)
def test_gradient_descent_too_far(student: Student) -> None:
    for df, x0, rate in (((0.0, 2.0), 1.0, 1.25), ((0.0, -1.0), 0.5, 0.5), ((1.0,), 0.0, 30.0)):
        path(student.gradient_descent(polynomial(*df), x0, rate, 6), df, x0, rate, 6)
    for x0, steps in ((1000.0, 2), (1.0, 30)):  # one long stride, and a path that runs far away
        path(student.gradient_descent(polynomial(0.0, 2.0), x0, 1.5, steps), (0.0, 2.0), x0, 1.5, steps)


@check(
    "gradient_descent.functions",
    "the exponential, whose slope is nowhere the same",
    points=0.3,
    hint="The derivative is asked again at each new point.",
)
def test_gradient_descent_functions(student: Student) -> None:
    answer = student.gradient_descent(function("exp"), 1.0, 0.5, 3)
    assert_numbers(answer, visited(math.exp, 1.0, 0.5, 3))


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
    require(close(again, first), f"{answer.called} gives another path where it is asked the same again")
    require(not close(other, first), f"{answer.called} gives the same for another derivative")


@check(
    "gradient_descent.whole_numbers",
    "a whole number to start from",
    points=0.3,
    level="robustness",
    hint="The path may start at 3 and go on to 2.25.",
)
def test_gradient_descent_whole_numbers(student: Student) -> None:
    for x0, rate in ((3, 0.125), (-2, 1)):
        path(student.gradient_descent(polynomial(0.5, 2.0), x0, rate, 3), (0.5, 2.0), x0, rate, 3)


@check(
    "gradient_descent.long_and_exact",
    "a long path keeps its digits to the end",
    points=0.2,
    level="robustness",
    hint="Nothing is rounded, and four hundred steps are no more difficult than four.",
)
def test_gradient_descent_long_and_exact(student: Student) -> None:
    answer = student.gradient_descent(polynomial(0.0, 2.0), 1.0, 0.005, 400)
    assert_pure(answer)
    assert_numbers(answer, [0.99**step for step in range(401)], FINE)


@check(
    "gradient_descent.names",
    "the arguments have the names of the text",
    points=0.1,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_gradient_descent_names(student: Student) -> None:
    assert_result_by_name(student, "gradient_descent", df=polynomial(0.5, 2.0), x0=1.5, learning_rate=0.125, steps=3)
