"""Public tests of derivations.py, in the order of the exercises."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.rules import assert_rules


@pytest.mark.exercise("cross_scores_shape")
def test_cross_scores_shape(student: Any) -> None:
    """Six tokens ask, eight are read."""
    assert tuple(student.cross_scores_shape(T_1=6, T_2=8)) == (6, 8)


@pytest.mark.exercise("n_params_cross")
def test_n_params_cross(student: Any) -> None:
    """Raschka's sizes, and sizes that all differ."""
    assert student.n_params_cross(d_in=3, d_out_kq=2, d_out_v=4) == 24
    assert student.n_params_cross(7, 3, 11) == 119


@pytest.mark.exercise("context_bounds")
def test_context_bounds_has_one_number_per_column(student: Any) -> None:
    """Five values of width 3 give two tensors of 3 numbers."""
    lower, upper = student.context_bounds(torch.ones(5, 3))
    assert lower.shape == (3,)
    assert upper.shape == (3,)


@pytest.mark.exercise("context_bounds")
def test_context_bounds_of_one_column(student: Any) -> None:
    """Weights may favour any token."""
    lower, upper = student.context_bounds(torch.tensor([[2.0], [-1.0], [4.0]]))
    assert_close(lower, torch.tensor([-1.0]), call="context_bounds(values)[0]")
    assert_close(upper, torch.tensor([4.0]), call="context_bounds(values)[1]")


@pytest.mark.exercise("context_bounds")
def test_context_bounds_has_the_dtype_of_the_values(student: Any) -> None:
    """Values in double precision have bounds in double precision, also where there is one token alone."""
    lower, upper = student.context_bounds(torch.tensor([[2.0, -1.0]], dtype=torch.float64))
    assert lower.dtype is torch.float64
    assert upper.dtype is torch.float64
    assert lower.shape == upper.shape == (2,)


@pytest.mark.exercise("context_bounds")
def test_context_bounds_of_every_column(student: Any) -> None:
    """Each column has bounds of its own, wherever 0 lies, and none of them is a whole number."""
    lower, upper = student.context_bounds(torch.tensor([[2.5, -0.5], [1.5, -3.5], [4.5, -1.5]]))
    assert_close(lower, torch.tensor([1.5, -3.5]), call="context_bounds(values)[0]")
    assert_close(upper, torch.tensor([4.5, -0.5]), call="context_bounds(values)[1]")


@pytest.mark.exercise("context_bounds")
def test_context_bounds_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.context_bounds, values=torch.tensor([[1.0, 5.0], [2.0, -3.0]]), call="context_bounds(values)")
