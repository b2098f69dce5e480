"""Hidden checks of 04_cross: shapes, parameters, and the bounds of context vectors."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import BFLOAT16, FLOAT64, as_sequence, as_tensor, assert_tensor, require
from autograder.checking.formulas import SIZES, TEXT_NAMES, WHOLE_NUMBERS, assert_content
from autograder.checking.registry import check
from autograder.checking.robustness import COPIED, assert_keeps_device, coarse
from autograder.checking.samples import MOST_TOKENS, sample
from autograder.checking.specs import CheckText, count, formula, spec
from autograder.checking.student import Student
from solutions.shared.reference.counting import self_attention_parameters
from solutions.shared.reference.formulas import bounds_of_contexts

AXES = "Which sequence asks, and which one is asked?"
SHAPES = "Write down the shape of every matrix first."
BOUNDS = "Which weights make one column of a context vector as large as it can be?"

count(
    "n_params_cross",
    arguments="d_in d_out_kq d_out_v",
    places=((7, 3, 11), (5, 13, 2), (3, 2, 4)),
    large=((12_289, 1031, 997), (65_537, 32_771, 1033)),
    hint=SHAPES,
    reference=self_attention_parameters,
    checks={"names": CheckText(hint=TEXT_NAMES)},
)


formula(
    "cross_scores_shape",
    arguments="T_1 T_2",
    places=((5, 9), (9, 5), (1, 4)),
    drawn={"T_1": SIZES, "T_2": SIZES},
    far=((4099, 12_289),),
    hint=AXES,
    reference=lambda T_1, T_2: (T_1, T_2),
    checks={
        "values": CheckText("rows and columns", points=0.2, id="unequal_sizes"),
        "any_values": CheckText("rows and columns for any lengths", points=0.15, id="any_sizes"),
        "far_values": CheckText("long texts", WHOLE_NUMBERS, points=0.1, id="large_sizes"),
        "names": CheckText(hint=TEXT_NAMES, points=0.05),
    },
)


def two_of(answer: Answer) -> Sequence[Any]:
    """What the last call returned, if it is two of something."""
    got = as_sequence(answer.value, answer.called)
    require(len(got) == 2, f"{answer.called} gives {len(got)} values, expected two: lower, upper", "wrong shape")
    return got


def assert_bounds(answer: Answer, values: Tensor) -> None:
    """Two tensors, lower before upper."""
    for item, expected, what in zip(two_of(answer), bounds_of_contexts(values), ("lower", "upper"), strict=True):
        assert_content(item, expected, called=answer.called, what=what)


def away_from_zero(T: int, d_v: int, *, seed: int) -> Tensor:
    """Columns around -9, 0 and 9."""
    return sample(T, d_v, seed=seed) + 9.0 * (torch.arange(d_v) % 3 - 1)


spec(
    "context_bounds",
    inputs={"values": "T d_v"},
    outputs=("lower", "upper"),
    leading="none",
    sizes={"T": 7, "d_v": 3},
    draws={"values": away_from_zero},
    reference=bounds_of_contexts,
    rounded=COPIED,
    without=("gradient", "equal_sizes", "extremes", "width_and_device", "sizes_of_one", "longest"),
    checks={
        "values": CheckText("the bounds of each column", BOUNDS, points=0.5),
        "sizes": CheckText("any number of tokens and columns", BOUNDS, points=0.4, id="any_size"),
        "leaves_alone": CheckText(
            "the values stay as they are, however they lie in memory, and a second call starts anew",
            "Write into a new tensor.",
            points=0.1,
            also=("second_call",),
        ),
        "names": CheckText("the argument has the name of the text", TEXT_NAMES, points=0.05),
    },
)


@check(
    "context_bounds.width_and_device",
    "dtype and device follow the values",
    points=0.1,
    level="robustness",
    hint="Let torch choose dtype and device of the bounds.",
)
def test_context_bounds_width_and_device(student: Student) -> None:
    values = coarse(sample(5, 3, seed=6))
    own = two_of(student.context_bounds(values))
    for dtype in (torch.float64, torch.bfloat16):
        answer = student.context_bounds(values.to(dtype))
        for got, wanted in zip(two_of(answer), own, strict=True):
            rounded = as_tensor(wanted, answer.called).to(dtype)
            assert_tensor(got, rounded, BFLOAT16, called=answer.called, dtype=dtype)
    question = student.definition("context_bounds")
    assert_keeps_device(question.on_stand_in().call(values), question.call(values))


@check(
    "context_bounds.odd_values",
    "values of ±1e30, equal values, sizes of one, and 200 tokens",
    points=0.1,
    level="robustness",
    hint="No number is smaller or larger than every other; the bounds have one dimension, whatever the sizes.",
)
def test_context_bounds_odd_values(student: Student) -> None:
    far = (torch.tensor([[1e4, -1e4], [9e3, -9e3]]), torch.tensor([[1e30, -1e30], [9e29, -9e29]]))
    for values in (*far, torch.full((3, 2), -2.0), torch.zeros(1, 1), sample(1, 3, seed=7), sample(4, 1, seed=8)):
        assert_bounds(student.context_bounds(values), values)
    narrow = torch.tensor([[0.5, -2.0, 3.0], [0.5, -2.0 + 1e-5, 3.0], [0.5, -2.0 - 1e-5, 3.0]], dtype=torch.float64)
    answer = student.context_bounds(narrow)
    for item, expected in zip(two_of(answer), bounds_of_contexts(narrow), strict=True):
        assert_content(item, expected, FLOAT64, called=answer.called)
    values = sample(MOST_TOKENS, 3, seed=9)
    assert_bounds(student.context_bounds(values.sort(0).values), values)
