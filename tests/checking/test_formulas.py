"""Tensors whose numbers count, whatever numeric dtype they have."""

import pytest
import torch

from autograder.checking.failures import CheckFailedError
from autograder.checking.formulas import assert_content

WHOLE, FLOATS = torch.tensor([2, 4]), torch.tensor([2.0, 4.0])


@pytest.mark.parametrize("expected", [WHOLE, FLOATS], ids=["integers", "floats"])
@pytest.mark.parametrize("got", [WHOLE, FLOATS.double()], ids=["got integers", "got float64"])
def test_integers_and_floats_are_the_same_numbers(got: torch.Tensor, expected: torch.Tensor) -> None:
    assert_content(got, expected, called="f()")


@pytest.mark.parametrize("expected", [WHOLE, FLOATS], ids=["integers", "floats"])
def test_other_numbers_are_not(expected: torch.Tensor) -> None:
    with pytest.raises(CheckFailedError, match="1 of 2 values is wrong"):
        assert_content(torch.tensor([2, 3]), expected, called="f()")
