"""Hidden checks of 06_language_model: sinusoidal_positions."""

import torch
from hypothesis import strategies as st

from autograder.checking.assertions import Tolerance, assert_close
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.samples import MOST_TOKENS, T
from autograder.checking.specs import CheckText, formula
from autograder.checking.student import Student
from solutions.shared.reference.language import sinusoidal_positions

FINE = Tolerance(3e-4, 0.0)  # angles near 200 in float32; a base of 9,999 is off by 8e-4

formula(
    "sinusoidal_positions",
    arguments="T d_model",
    places=((T, 8), (12, 6), (3, 6), (1, 2)),
    drawn={"T": st.integers(1, 9), "d_model": st.integers(2, 12)},
    device=True,
    dtype=torch.float32,
    hint="Write out the rows of positions 0 and 1 for a width of 4.",
    reference=sinusoidal_positions,
    checks={
        "values": CheckText("the waves at an even width", points=0.4, for_message=PLAIN_VALUES),
        "any_values": CheckText(
            "any number of positions of any width, one included",
            "Which columns share an angle, and how slow is the last pair?",
            points=0.4,
            id="any_sizes",
        ),
        "device": CheckText(
            "float32, on the device that is asked for",
            "Of which dtype and where is a new tensor if nothing is said?",
            points=0.2,
            id="width_and_device",
        ),
        "repeated": CheckText("every call gives its own sizes, and leaves torch as it was", points=0.45),
        "names": CheckText(points=0.05),
    },
)


@check(
    "sinusoidal_positions.odd_width",
    "an odd width ends in a sine",
    points=0.3,
    hint="What becomes of the last pair of columns when there is room for one of them?",
)
def test_positions_odd_width(student: Student) -> None:
    for length, width in ((T, 5), (4, 9), (6, 1)):
        assert_close(student.sinusoidal_positions(length, width), sinusoidal_positions(length, width))


@check(
    "sinusoidal_positions.longest",
    "200 positions in 64 columns",
    points=0.2,
    hint="The last position is as good as any other.",
)
def test_positions_longest(student: Student) -> None:
    expected = sinusoidal_positions(MOST_TOKENS, 64)
    assert_close(student.sinusoidal_positions(MOST_TOKENS, 64), expected, FINE)
