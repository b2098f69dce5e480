"""Hidden checks of 05_gradient_descent: gradient descent on a parabola, in closed form."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import assert_number
from autograder.checking.formulas import RELATIVE, TEXT_NAMES, assert_count, assert_formula
from autograder.checking.registry import check
from autograder.checking.robustness import assert_result_by_name
from autograder.checking.student import Student
from solutions.shared.reference.training import shrinkage, stable_bound, steps_until

STEP = "Write the point after one step as a multiple of the point before it."
STEPS = "By which factor does the distance to 0 change in each step?"
EDGES = "Which starts need no step at all, and what is left after a step with factor 0?"
QUARTERS = st.integers(1, 20).map(lambda quarters: quarters / 4)


@check("largest_stable_learning_rate.values", "the bound for several curvatures", points=0.4, hint=STEP)
def test_largest_stable_learning_rate_values(student: Student) -> None:
    assert_formula(student.largest_stable_learning_rate, stable_bound, (3.0,), (0.25,), (8.0,), (1.0,))


@check("largest_stable_learning_rate.any_curvature", "the bound for any curvature", points=0.4, hint=STEP)
@given(curvature=QUARTERS)
def test_largest_stable_learning_rate_any_curvature(student: Student, curvature: float) -> None:
    assert_number(student.largest_stable_learning_rate(curvature), stable_bound(curvature))


@check(
    "largest_stable_learning_rate.far_curvatures",
    "flat and steep parabolas and whole numbers keep their digits",
    points=0.15,
    level="robustness",
    hint="Return the number as it is.",
)
def test_largest_stable_learning_rate_far_curvatures(student: Student) -> None:
    for curvature in (3e6, 1e-3, 7):
        assert_number(student.largest_stable_learning_rate(curvature), stable_bound(curvature), RELATIVE)


@check(
    "largest_stable_learning_rate.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_largest_stable_learning_rate_names(student: Student) -> None:
    assert_result_by_name(student, "largest_stable_learning_rate", curvature=3.0)


@check("contraction_factor.values", "the factor for small steps", points=0.3, hint=STEP)
def test_contraction_factor_values(student: Student) -> None:
    assert_formula(student.contraction_factor, shrinkage, (3.0, 0.1), (0.5, 1.5), (8.0, 0.025))


@check("contraction_factor.across", "the factor for steps across the minimum", points=0.3, hint="Is a distance signed?")
def test_contraction_factor_across(student: Student) -> None:
    assert_formula(student.contraction_factor, shrinkage, (3.0, 0.5), (0.5, 3.5), (8.0, 0.75), (2.0, 5.0))


@check("contraction_factor.any_rate", "the factor for any curvature and learning rate", points=0.2, hint=STEP)
@given(curvature=QUARTERS, learning_rate=QUARTERS)
def test_contraction_factor_any_rate(student: Student, curvature: float, learning_rate: float) -> None:
    assert_number(student.contraction_factor(curvature, learning_rate), shrinkage(curvature, learning_rate))


@check(
    "contraction_factor.edges",
    "factors of 0 and 1, and learning rates beside them",
    points=0.15,
    level="robustness",
    hint="No case needs a rule of its own.",
)
def test_contraction_factor_edges(student: Student) -> None:
    for curvature, learning_rate in ((4.0, 0.25), (4.0, 0.5), (2, 1), (1e4, 1e-7), (1.0, 0.0)):
        assert_number(student.contraction_factor(curvature, learning_rate), shrinkage(curvature, learning_rate))


@check(
    "contraction_factor.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_contraction_factor_names(student: Student) -> None:
    assert_result_by_name(student, "contraction_factor", curvature=3.0, learning_rate=0.5)


def between(x0: float, factor: float, steps: int) -> float:
    """A tolerance that lies well between the distances after `steps - 1` and after `steps` steps."""
    return float(abs(x0) * factor ** (steps - 0.5))


@check("steps_to_tolerance.values", "the steps from either side", points=0.2, hint=STEPS)
def test_steps_to_tolerance_values(student: Student) -> None:
    places = ((1.0, 2.0, 0.1, 0.01), (-3.0, 0.5, 0.7, 0.2), (10.0, 3.0, 0.3, 3e-4), (-0.5, 1.0, 0.25, 0.3))
    close = ((0.02, 1.0, 0.5, 0.003), (1.0, 1.0, 0.99, 0.5))  # close to 0 already, and there in one stride
    assert_formula(student.steps_to_tolerance, steps_until, *places, *close)


@check("steps_to_tolerance.any_path", "any path, across the minimum too", points=0.3, hint=STEPS)
@given(
    steps=st.integers(1, 9),
    x0=QUARTERS.flatmap(lambda distance: st.sampled_from([distance, -distance])),
    curvature=QUARTERS,
    slope=st.sampled_from([0.5, 0.2, 0.8, -0.5, -0.3]),
)
def test_steps_to_tolerance_any_path(student: Student, steps: int, x0: float, curvature: float, slope: float) -> None:
    place = (x0, curvature, (1 - slope) / curvature, between(x0, abs(slope), steps))
    assert_count(student.steps_to_tolerance(*place), steps_until(*place))


@check(
    "steps_to_tolerance.at_the_tolerance",
    "a distance equal to the tolerance is small enough, a slightly larger one is not",
    points=0.15,
    hint="Read the condition again: below, or not above, or nearly?",
)
def test_steps_to_tolerance_at_the_tolerance(student: Student) -> None:
    """Powers of 2 whose exponents divide each other: distances and quotients of logarithms are exact."""
    for place in ((1.0, 2.0, 0.25, 0.25), (-4.0, 1.0, 0.5, 0.25), (1.0, 4.0, 0.3125, 0.0625), (2.0, 4.0, 0.375, 1.0)):
        assert_count(student.steps_to_tolerance(*place), steps_until(*place))
    for share in (1 - 1e-3, 1 - 1e-4, 1 + 1e-4):  # far from what rounding could blur
        place = (1.0, 1.0, 0.5, 0.25 * share)
        assert_count(student.steps_to_tolerance(*place), steps_until(*place))


@check("steps_to_tolerance.good_start", "a start that is good enough takes no step", points=0.15, hint=EDGES)
def test_steps_to_tolerance_good_start(student: Student) -> None:
    for x0 in (0.01, -0.03, 0.125, -0.125):
        place = (x0, 2.0, 0.25, 0.125)
        assert_count(student.steps_to_tolerance(*place), steps_until(*place))


@check(
    "steps_to_tolerance.zeros",
    "a start at 0, and a step that leads to 0",
    points=0.1,
    level="robustness",
    hint=EDGES,
)
def test_steps_to_tolerance_zeros(student: Student) -> None:
    leads_to_zero = ((5.0, 4.0, 0.25, 0.1), (-5.0, 2.0, 0.5, 0.1), (0.05, 4.0, 0.25, 0.1), (0.1, 4.0, 0.25, 0.1))
    for place in (*leads_to_zero, (0.0, 2.0, 0.25, 0.1)):
        assert_count(student.steps_to_tolerance(*place), steps_until(*place))


@check(
    "steps_to_tolerance.long_path",
    "many thousands of steps",
    points=0.05,
    level="robustness",
    hint="A factor close to 1 takes many steps.",
)
def test_steps_to_tolerance_long_path(student: Student) -> None:
    for learning_rate, steps in ((0.002, 6_500), (2**-12, 120_000)):  # in float32, the second factor has no error
        tolerance = between(7.0, 1 - learning_rate / 2, steps)
        place = (7.0, 0.5, learning_rate, tolerance)
        assert_count(student.steps_to_tolerance(*place), steps_until(*place))


@check(
    "steps_to_tolerance.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_steps_to_tolerance_names(student: Student) -> None:
    assert_result_by_name(student, "steps_to_tolerance", x0=-3.0, curvature=0.5, learning_rate=0.7, tolerance=0.2)
