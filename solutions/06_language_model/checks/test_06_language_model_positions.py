"""Hidden checks of 06_language_model: sinusoidal_positions."""

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import Tolerance, assert_close
from autograder.checking.registry import PLAIN_VALUES
from autograder.checking.samples import MOST_TOKENS, T
from autograder.checking.specs import CheckText, Places, formula
from solutions.shared.reference.language import sinusoidal_positions


def close_for_angles(answer: Answer, right: Tensor) -> None:
    """As close as angles are in float32: 3e-4 up to 200, where a base of 9,999 is off by 8e-4, 3e-3 near 6,000."""
    assert_close(answer, right, Tolerance(max(3e-4, 5e-7 * len(right)), 0.0))


formula(
    "sinusoidal_positions",
    arguments="T d_model",
    places=((T, 8), (12, 6), (3, 6), (1, 2)),
    drawn={"T": st.integers(1, 9), "d_model": st.integers(2, 12)},
    device=True,
    dtype=torch.float32,
    hint="Write out the rows of positions 0 and 1 for a width of 4.",
    reference=sinusoidal_positions,
    more={
        "odd_width": Places(
            "an odd width ends in a sine",
            "What becomes of the last pair of columns when there is room for one of them?",
            0.3,
            ((T, 5), (4, 9), (6, 1)),
        ),
        "longest": Places(
            "thousands of positions, and some in 512 columns",
            "The last position is as good as any other, and so is the last column.",
            0.2,
            ((MOST_TOKENS, 64), (6000, 4), (5, 512)),
            compare=close_for_angles,
        ),
    },
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
