"""Hidden checks of 04_cross: shapes, parameters, and the bounds of context vectors."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.api import check
from autograder.checks.formulas import SIZES, WHOLE_NUMBERS, agree_content, agree_count, agree_formula, keeps_still
from autograder.checks.judge import hold
from autograder.checks.judge_numbers import agree_numbers, as_sequence
from autograder.checks.sizes import numbers
from autograder.checks.student import Student
from autograder.oracle.counting import self_attention_parameters
from autograder.oracle.formulas import bounds_of_contexts

AXES = "Which sequence asks, and which one is asked?"
SHAPES = "Write down the shape of every matrix first."
BOUNDS = "Which weights make one column of a context vector as large as it can be?"


@check("cross_scores_shape.unequal_sizes", "rows and columns", points=0.2, hint=AXES)
def test_cross_scores_shape_unequal_sizes(student: Student) -> None:
    for T_1, T_2 in ((5, 9), (9, 5), (1, 4)):
        agree_numbers(student.cross_scores_shape(T_1, T_2), (T_1, T_2))


@check("cross_scores_shape.any_sizes", "rows and columns for any lengths", points=0.2, hint=AXES)
@given(T_1=SIZES, T_2=SIZES)
def test_cross_scores_shape_any_sizes(student: Student, T_1: int, T_2: int) -> None:
    agree_numbers(student.cross_scores_shape(T_1, T_2), (T_1, T_2))


@check(
    "cross_scores_shape.large_sizes",
    "long texts, given by name",
    points=0.1,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_cross_scores_shape_large_sizes(student: Student) -> None:
    agree_numbers(student.cross_scores_shape(T_2=12_289, T_1=4099), (4099, 12_289))


@check("n_params_cross.unequal_sizes", "the count, all sizes different", points=0.2, hint=SHAPES)
def test_n_params_cross_unequal_sizes(student: Student) -> None:
    agree_formula(student.n_params_cross, self_attention_parameters, (7, 3, 11), (5, 13, 2), (3, 2, 4))


@check("n_params_cross.any_sizes", "the count at any sizes", points=0.2, hint=SHAPES)
@given(d_in=SIZES, d_out_kq=SIZES, d_out_v=SIZES)
def test_n_params_cross_any_sizes(student: Student, d_in: int, d_out_kq: int, d_out_v: int) -> None:
    expected = self_attention_parameters(d_in, d_out_kq, d_out_v)
    agree_count(student.n_params_cross(d_in, d_out_kq, d_out_v), expected)


@check(
    "n_params_cross.large_sizes",
    "large sizes, given by name, are counted exactly",
    points=0.1,
    level="robustness",
    hint=WHOLE_NUMBERS,
)
def test_n_params_cross_large_sizes(student: Student) -> None:
    answer = student.n_params_cross(d_out_v=997, d_out_kq=1031, d_in=12_289)
    agree_count(answer, self_attention_parameters(12_289, 1031, 997))


def agree_bounds(answer: Answer, values: Tensor) -> None:
    """Two tensors, lower before upper."""
    got = as_sequence(answer.value, answer.called)
    hold(len(got) == 2, f"{answer.called} gives {len(got)} values, expected two: lower, upper", "wrong shape")
    for item, expected, what in zip(got, bounds_of_contexts(values), ("lower", "upper"), strict=True):
        agree_content(item, expected, called=answer.called, what=what)


@check("context_bounds.values", "the bounds of each column", points=0.4, hint=BOUNDS)
def test_context_bounds_values(student: Student) -> None:
    away_from_zero = numbers(7, 3, seed=1) + torch.tensor([9.0, -9.0, 0.0])
    for values in (away_from_zero, numbers(4, 4, seed=2), numbers(3, 8, seed=3)):
        agree_bounds(student.context_bounds(values), values)


@check("context_bounds.any_size", "any number of tokens and columns", points=0.4, hint=BOUNDS)
@given(T=st.integers(2, 7), d_v=st.integers(2, 7), seed=st.integers(0, 99))
def test_context_bounds_any_size(student: Student, T: int, d_v: int, seed: int) -> None:
    values = numbers(T, d_v, seed=seed)
    agree_bounds(student.context_bounds(values), values)


@check(
    "context_bounds.leaves_alone",
    "values in float64, given by name, stay as they are, however they lie in memory",
    points=0.1,
    level="robustness",
    hint="Write into a new tensor, and keep the name of the argument.",
)
def test_context_bounds_leaves_alone(student: Student) -> None:
    values = numbers(3, 5, seed=4, dtype=torch.float64).transpose(0, 1)
    answer = student.context_bounds(values=values)
    agree_bounds(answer, values)
    keeps_still(answer)


@check(
    "context_bounds.odd_values",
    "values of ±1e4, equal values, and one value alone",
    points=0.1,
    level="robustness",
    hint="No number is smaller or larger than every other; the bounds have one dimension, whatever the sizes.",
)
def test_context_bounds_odd_values(student: Student) -> None:
    for values in (torch.tensor([[1e4, -1e4], [9e3, -9e3]]), torch.full((3, 2), -2.0), torch.zeros(1, 1)):
        agree_bounds(student.context_bounds(values), values)
