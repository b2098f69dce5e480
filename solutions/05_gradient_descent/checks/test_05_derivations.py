"""Hidden checks of 05_gradient_descent: gradient descent on a parabola, in closed form."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.formulas import TEXT_NAMES, assert_count, assert_formula
from autograder.checking.registry import check
from autograder.checking.specs import CheckText, Places, formula
from autograder.checking.student import Student
from solutions.shared.reference.training import shrinkage, stable_bound, steps_until

STEP = "Write the point after one step as a multiple of the point before it."
STEPS = "By which factor does the distance to 0 change in each step?"
EDGES = "Which starts need no step at all, and what is left after a step with factor 0?"
QUARTERS = st.integers(1, 20).map(lambda quarters: quarters / 4)


formula(
    "largest_stable_learning_rate",
    arguments="curvature",
    places=((3.0,), (0.25,), (8.0,), (1.0,)),
    drawn={"curvature": QUARTERS},
    far=((3e6,), (1e-3,), (1e-7,), (7,)),
    hint=STEP,
    reference=stable_bound,
    checks={
        "values": CheckText("the bound for several curvatures", points=0.4),
        "any_values": CheckText("the bound for any curvature", points=0.4, id="any_curvature"),
        "far_values": CheckText(
            "flat and steep parabolas and whole numbers keep their digits", points=0.15, id="far_curvatures"
        ),
        "names": CheckText("the argument has the name of the text", TEXT_NAMES, points=0.05),
    },
)


formula(
    "contraction_factor",
    arguments="curvature learning_rate",
    places=((3.0, 0.1), (0.5, 1.5), (8.0, 0.025)),
    drawn={"curvature": QUARTERS, "learning_rate": QUARTERS},
    far=((4.0, 0.25), (4.0, 0.5), (2, 1), (1e4, 1e-7), (1.0, 0.0), (1e10, 1e10), (1.0, 1 - 2**-20)),
    hint=STEP,
    reference=shrinkage,
    checks={
        "values": CheckText("the factor for small steps", points=0.3),
        "any_values": CheckText("the factor for any curvature and learning rate", points=0.2, id="any_rate"),
        "far_values": CheckText(
            "factors of 0 and 1, and learning rates beside them",
            "No case needs a rule of its own.",
            points=0.15,
            id="edges",
        ),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)


@check("contraction_factor.across", "the factor for steps across the minimum", points=0.3, hint="Is a distance signed?")
def test_contraction_factor_across(student: Student) -> None:
    assert_formula(student.contraction_factor, shrinkage, (3.0, 0.5), (0.5, 3.5), (8.0, 0.75), (2.0, 5.0))


def between(x0: float, factor: float, steps: int) -> float:
    """A tolerance that lies well between the distances after `steps - 1` and after `steps` steps."""
    return float(abs(x0) * factor ** (steps - 0.5))


LONG_PATHS = ((0.002, 6_500), (2**-12, 120_000))  # in float32, the factor of the second has no error

formula(
    "steps_to_tolerance",
    arguments="x0 curvature learning_rate tolerance",
    places=(
        (1.0, 2.0, 0.1, 0.01),
        (-3.0, 0.5, 0.7, 0.2),
        (10.0, 3.0, 0.3, 3e-4),
        (-0.5, 1.0, 0.25, 0.3),
        (0.02, 1.0, 0.5, 0.003),  # close to 0 already
        (1.0, 1.0, 0.99, 0.5),  # there in one stride
    ),
    hint=STEPS,
    reference=steps_until,
    checks={
        "values": CheckText("the steps from either side", points=0.2),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
    more={
        "good_start": Places(
            "a start that is good enough takes no step",
            EDGES,
            0.15,
            [(x0, 2.0, 0.25, 0.125) for x0 in (0.01, -0.03, 0.125, -0.125)],
        ),
        "zeros": Places(
            "a start at 0, and a step that leads to 0",
            EDGES,
            0.1,
            (
                (5.0, 4.0, 0.25, 0.1),
                (-5.0, 2.0, 0.5, 0.1),
                (0.05, 4.0, 0.25, 0.1),
                (0.1, 4.0, 0.25, 0.1),
                (0.0, 2.0, 0.25, 0.1),
            ),
            "robustness",
        ),
        "long_path": Places(
            "many thousands of steps",
            "A factor close to 1 takes many steps.",
            0.05,
            [
                *((7.0, 0.5, rate, between(7.0, 1 - rate / 2, steps)) for rate, steps in LONG_PATHS),
                (1.0, 1.0, 0.5, between(1.0, 0.5, 45)),  # a tolerance below 1e-12
                (1.0, 1.0, 1 - 2**-12, 2**-30),  # a factor that is small and not 0
            ],
            "robustness",
        ),
    },
)


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
    for share in (1 - 1e-3, 1 - 1e-6, 1 - 2e-7, 1 + 2e-7, 1 + 1e-4):  # far from what rounding could blur
        place = (1.0, 1.0, 0.5, 0.25 * share)
        assert_count(student.steps_to_tolerance(*place), steps_until(*place))
