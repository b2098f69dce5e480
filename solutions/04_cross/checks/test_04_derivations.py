"""Hidden checks of 04_cross: shapes, parameters, and the bounds of context vectors."""

from collections.abc import Sequence
from typing import Any

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import BFLOAT16, as_sequence, as_tensor, assert_numbers, assert_tensor, require
from autograder.checking.formulas import SIZES, TEXT_NAMES, WHOLE_NUMBERS, assert_content
from autograder.checking.registry import check
from autograder.checking.robustness import (
    UNLIKE_CONTIGUOUS,
    assert_pure,
    assert_result_by_name,
    assert_same_result,
    coarse,
)
from autograder.checking.samples import MOST_TOKENS, sample
from autograder.checking.specs import CheckText, count
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


@check("cross_scores_shape.unequal_sizes", "rows and columns", points=0.2, hint=AXES)
def test_cross_scores_shape_unequal_sizes(student: Student) -> None:
    for T_1, T_2 in ((5, 9), (9, 5), (1, 4)):
        assert_numbers(student.cross_scores_shape(T_1, T_2), (T_1, T_2))


@check("cross_scores_shape.any_sizes", "rows and columns for any lengths", points=0.15, hint=AXES)
@given(T_1=SIZES, T_2=SIZES)
def test_cross_scores_shape_any_sizes(student: Student, T_1: int, T_2: int) -> None:
    assert_numbers(student.cross_scores_shape(T_1, T_2), (T_1, T_2))


@check(
    "cross_scores_shape.large_sizes",
    "long texts",
    points=0.1,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_cross_scores_shape_large_sizes(student: Student) -> None:
    assert_numbers(student.cross_scores_shape(4099, 12_289), (4099, 12_289))


@check(
    "cross_scores_shape.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_cross_scores_shape_names(student: Student) -> None:
    assert_result_by_name(student, "cross_scores_shape", T_1=5, T_2=9)


def two_of(answer: Answer) -> Sequence[Any]:
    """What the last call returned, if it is two of something."""
    got = as_sequence(answer.value, answer.called)
    require(len(got) == 2, f"{answer.called} gives {len(got)} values, expected two: lower, upper", "wrong shape")
    return got


def assert_bounds(answer: Answer, values: Tensor) -> None:
    """Two tensors, lower before upper."""
    for item, expected, what in zip(two_of(answer), bounds_of_contexts(values), ("lower", "upper"), strict=True):
        assert_content(item, expected, called=answer.called, what=what)


@check("context_bounds.values", "the bounds of each column", points=0.5, hint=BOUNDS)
def test_context_bounds_values(student: Student) -> None:
    away_from_zero = sample(7, 3, seed=1) + torch.tensor([9.0, -9.0, 0.0])
    for values in (away_from_zero, sample(4, 4, seed=2), sample(3, 8, seed=3)):
        assert_bounds(student.context_bounds(values), values)


@check("context_bounds.any_size", "any number of tokens and columns", points=0.4, hint=BOUNDS)
@given(T=st.integers(2, 7), d_v=st.integers(2, 7), seed=st.integers(0, 99))
def test_context_bounds_any_size(student: Student, T: int, d_v: int, seed: int) -> None:
    values = sample(T, d_v, seed=seed)
    assert_bounds(student.context_bounds(values), values)


@check(
    "context_bounds.leaves_alone",
    "the values stay as they are, however they lie in memory, and a second call starts anew",
    points=0.1,
    level="robustness",
    hint="Write into a new tensor.",
)
def test_context_bounds_leaves_alone(student: Student) -> None:
    values = sample(3, 5, seed=4).transpose(0, 1)
    answer = student.definition("context_bounds").calls((sample(5, 3, seed=5),), (values,))
    assert_same_result(answer, student.context_bounds(values.contiguous()), UNLIKE_CONTIGUOUS)
    assert_pure(answer)
    first, second = (str(value) for value in answer.values)
    require(first != second, f"{answer.called} gives the same for other numbers of the same shape")


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
    on_meta = student.context_bounds(values.to("meta"))
    if on_meta.raised is None:  # a program that reads numbers ends there, and may be right on every real device
        for got, wanted in zip(two_of(on_meta), own, strict=True):
            assert_tensor(got, wanted.to("meta"), BFLOAT16, called=on_meta.called)


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
    values = sample(MOST_TOKENS, 3, seed=9)
    assert_bounds(student.context_bounds(values.sort(0).values), values)


@check(
    "context_bounds.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=TEXT_NAMES,
)
def test_context_bounds_names(student: Student) -> None:
    assert_result_by_name(student, "context_bounds", values=sample(5, 3, seed=10))
