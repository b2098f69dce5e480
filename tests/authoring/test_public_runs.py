"""Which wrong results of public tests identify a mistake."""

import pytest
import torch

from assignments._support.prints import print_of
from autograder.authoring.public_runs import WrongResult, _same_expected

RIGHT, OTHER = print_of(torch.tensor([1.0, 2.0])), print_of(torch.tensor([3.0, 5.0]))
NOTHING = WrongResult("nothing", None, None)


@pytest.mark.parametrize(
    ("expected", "constant"), [((RIGHT, RIGHT), True), ((RIGHT, OTHER), False), ((None, RIGHT, RIGHT), True)]
)
def test_a_program_that_returns_nothing_does_not_make_what_is_expected_of_others_vary(
    expected: tuple[object, ...], constant: bool
) -> None:
    results = [WrongResult("one", OTHER, value) if value else NOTHING for value in expected]
    assert _same_expected(results) == constant
