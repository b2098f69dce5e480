"""Hidden checks of 00_warmup."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.api import check
from autograder.checks.judge import FLOAT64, agree, agree_gradients, hold
from autograder.checks.sizes import numbers
from autograder.checks.student import Student


@check("row_sums.values", "the sum of each row", points=1, hint="Which dimension disappears when a row is summed?")
@given(rows=st.integers(1, 4), columns=st.integers(1, 5), leading=st.lists(st.integers(1, 3), max_size=2))
def test_row_sums_values(student: Student, rows: int, columns: int, leading: list[int]) -> None:
    x = numbers(*leading, rows, columns, seed=1)
    agree(student.row_sums(x), torch.einsum("...n->...", x))


@check("row_sums.gradient", "gradients flow to the input", points=0.5, hint="Stay in torch from input to output.")
def test_row_sums_gradient(student: Student) -> None:
    x, cotangent = numbers(3, 4, seed=2, dtype=torch.float64).requires_grad_(), numbers(3, seed=3, dtype=torch.float64)
    answer = student.row_sums(x, cotangents=[cotangent])
    agree_gradients(answer, [cotangent[:, None].expand(3, 4)], {}, FLOAT64)


@check(
    "row_sums.dtype",
    "dtype and input are left as they are",
    points=0.5,
    level="robustness",
    hint="Let torch choose the dtype of the result.",
)
def test_row_sums_dtype(student: Student) -> None:
    x = numbers(3, 4, seed=4, dtype=torch.float64)
    answer = student.row_sums(x)
    agree(answer, torch.einsum("ij->i", x), FLOAT64, dtype=torch.float64)
    hold(answer.untouched, f"{answer.called} changes its input")
