"""Public tests of warmup.py."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.gradients import assert_differentiable
from assignments._support.rules import assert_rules


@pytest.mark.exercise("row_sums")
def test_row_sums_of_a_matrix(student: Any) -> None:
    """The example in the text: one number per row."""
    x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert_close(student.row_sums(x), torch.tensor([6.0, 15.0]), call="row_sums(x)")


@pytest.mark.exercise("row_sums")
def test_row_sums_of_a_vector(student: Any) -> None:
    """A vector is a single row, and its sum has no dimension left."""
    assert_close(student.row_sums(torch.tensor([0.5, -2.0, 4.0])), torch.tensor(2.5), call="row_sums(x)")


@pytest.mark.exercise("row_sums")
def test_row_sums_of_a_batch(student: Any) -> None:
    """Two matrices of three rows have 2 × 3 sums, each of five ones; a size of 1 is a size like any other."""
    assert_close(student.row_sums(torch.ones(2, 3, 5)), torch.full((2, 3), 5.0), call="row_sums(x)")
    assert_close(student.row_sums(torch.ones(1, 1, 5)), torch.full((1, 1), 5.0), call="row_sums(x)")


@pytest.mark.exercise("row_sums")
def test_row_sums_of_long_rows(student: Any) -> None:
    """Rows of 200 numbers, twice in a row: each call counts by itself."""
    first = student.row_sums(torch.ones(2, 200))
    assert_close(student.row_sums(torch.full((2, 200), 0.5)), torch.full((2,), 100.0), call="row_sums(x)")
    assert_close(first, torch.full((2,), 200.0), call="row_sums(x), after another call")


@pytest.mark.exercise("row_sums")
def test_row_sums_stay_in_the_order_of_the_rows(student: Any) -> None:
    """The larger sum comes first, because its row does."""
    x = torch.tensor([[4.0, 5.0, 6.0], [3.0, 2.0, -1.0]])
    assert_close(student.row_sums(x), torch.tensor([15.0, 4.0]), call="row_sums(x)")


@pytest.mark.exercise("row_sums")
def test_row_sums_have_gradients(student: Any) -> None:
    """Every entry of a row moves its sum, and the input itself stays as it is."""
    x = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert_differentiable(student.row_sums, x, call="row_sums(x)")
    student.row_sums(x)
    assert_close(x, torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), call="x after row_sums(x)")


@pytest.mark.exercise("row_sums")
def test_row_sums_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.row_sums, x=torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), call="row_sums(x)")
