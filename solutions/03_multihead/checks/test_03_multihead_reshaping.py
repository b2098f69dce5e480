"""Hidden checks of 03_multihead: split_heads and merge_heads."""

from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import assert_close
from autograder.checking.formulas import TEXT_NAMES
from autograder.checking.registry import check
from autograder.checking.robustness import COPIED
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.reference.attention import merge, split

ALONE = "the input stays as it is, however it lies in memory"
LAYOUT = "Does it matter in which order the numbers lie in memory?"
KEPT = "Every call computes its result from its own input."
KNOWS = "Nothing in the function knows how long a text may be."
FROM_INPUT = "gradients flow to the input"
SIZES = {"b": st.integers(2, 3), "t": st.integers(2, 5), "h": st.integers(2, 5), "d_h": st.integers(2, 4)}

spec(
    "split_heads",
    inputs={"x": "T h*d_h"},
    arguments={"num_heads": "h"},
    leading="one",
    sizes={"T": 7, "h": 3, "d_h": 5},
    reference=split,
    rounded=COPIED,
    without=("extremes",),
    checks={
        "values": CheckText(
            "each head has its own columns, all sizes different",
            "Write down which column of a token becomes which entry of which head.",
            points=0.6,
        ),
        "sizes": CheckText(
            "any number of heads, of any width",
            "Three dimensions become four: which one is cut, and which ones change places?",
            points=0.4,
        ),
        "equal_sizes": CheckText(points=0.4),
        "gradient": CheckText(FROM_INPUT, points=1),
        "second_call": CheckText(hint=KEPT, points=1),
        "width_and_device": CheckText(points=0.15),
        "leaves_alone": CheckText(ALONE, LAYOUT, points=0.15),
        "sizes_of_one": CheckText(hint="How many dimensions does the result have?", points=0.15),
        "longest": CheckText("a text of 200 tokens", KNOWS, points=0.1),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)
spec(
    "merge_heads",
    inputs={"x": "h T d_h"},
    leading="one",
    sizes={"h": 3, "T": 7, "d_h": 5},
    reference=merge,
    rounded=COPIED,
    without=("extremes",),
    checks={
        "values": CheckText(
            "the heads of a token side by side, all sizes different",
            "Which two dimensions have to be neighbours before they can become one?",
            points=0.5,
        ),
        "equal_sizes": CheckText(points=0.3),
        "gradient": CheckText(FROM_INPUT, points=0.75),
        "second_call": CheckText(hint=KEPT, points=0.75),
        "width_and_device": CheckText(points=0.15),
        "leaves_alone": CheckText(ALONE, LAYOUT, points=0.1),
        "sizes_of_one": CheckText(hint="How many dimensions does the result have?", points=0.1),
        "longest": CheckText("a text of 200 tokens", KNOWS, points=0.05),
        "names": CheckText(
            "the argument has the name of the text", "Compare the name of the argument with the text.", points=0.05
        ),
    },
)


@check(
    "merge_heads.sizes",
    "any number of heads, of any width; merging undoes splitting",
    points=0.25,
    hint="Four dimensions become three: which ones change places, and which ones become one?",
)
@given(**SIZES)
def test_merge_heads_sizes(student: Student, b: int, t: int, h: int, d_h: int) -> None:
    x = sample(b, t, h * d_h, seed=2)
    assert_close(student.merge_heads(split(x, h).contiguous()), x)
