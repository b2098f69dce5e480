"""Public tests of convolution.py, in the order of the exercises."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close


@pytest.mark.exercise("convolve")
def test_convolve_differences(student: Any) -> None:
    """The weight (-1, 1) gives differences of neighbours."""
    x = torch.tensor([1.0, 4.0, 9.0, 16.0])
    assert_close(
        student.convolve(x, torch.tensor([-1.0, 1.0])), torch.tensor([3.0, 5.0, 7.0]), call="convolve(x, weight)"
    )


@pytest.mark.exercise("convolve")
def test_convolve_rows(student: Any) -> None:
    """Each row by itself."""
    x = torch.tensor([[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
    expected = torch.tensor([[5.0, 0.0], [0.0, 14.0]])
    assert_close(student.convolve(x, torch.tensor([5.0, 7.0])), expected, call="convolve(x, weight)")


@pytest.mark.exercise("Conv1d")
def test_conv1d_goes_backward(student: Any) -> None:
    """One window: the gradient of the weight is the input, and the other way round."""
    conv = student.Conv1d(torch.tensor([2.0, -1.0]))
    assert_close(conv(torch.tensor([3.0, 5.0])), torch.tensor([1.0]), call="conv(x)")
    of_x = conv.backward(torch.tensor([1.0]))
    assert_close(of_x, torch.tensor([2.0, -1.0]), call="conv.backward(grad)")
    assert_close(conv.grad, torch.tensor([3.0, 5.0]), call="conv.grad")


@pytest.mark.exercise("Conv1d")
def test_conv1d_sums_where_windows_overlap(student: Any) -> None:
    """The number in the middle is part of both windows."""
    conv = student.Conv1d(torch.tensor([2.0, 3.0]))
    conv(torch.zeros(3))
    assert_close(conv.backward(torch.ones(2)), torch.tensor([2.0, 5.0, 3.0]), call="conv.backward(grad)")
