"""Which failing example is shown, and the number that is told with it."""

import math

import pytest
import torch

from autograder.checking.assertions import FLOAT32, assert_plain, assert_tensor
from autograder.checking.failures import CheckFailedError
from autograder.checking.shown_examples import expected_number, magnitude, shows_mistake


def wrong(got: torch.Tensor, expected: torch.Tensor) -> CheckFailedError:
    with pytest.raises(CheckFailedError) as caught:
        assert_tensor(got, expected, FLOAT32, called="f(<2>)")
    return caught.value


@pytest.mark.parametrize(
    ("got", "example", "shows"),
    [
        (torch.ones(2, 2), {"T": 2}, True),
        (torch.ones(2, 2), {"T": 2, "heads": 1}, False),
        (torch.ones(1, 1), {"T": 2}, False),
        (torch.full((2, 2), 0.001), {"T": 2}, False),
        (torch.ones(2, 9), {"T": 2}, False),
    ],
)
def test_a_size_of_one_a_tiny_difference_and_a_large_matrix_show_little(
    got: torch.Tensor, example: dict[str, int], *, shows: bool
) -> None:
    assert shows_mistake(wrong(got, torch.zeros(got.shape)), example) is shows


def test_another_outcome_is_shown_by_the_smallest_example() -> None:
    assert shows_mistake(wrong(torch.ones(1), torch.ones(2)), {"T": 1})


def test_the_number_of_a_small_example_is_told() -> None:
    with pytest.raises(CheckFailedError) as caught:
        assert_plain(15, 18, called="n_params(2)")
    assert (
        f"{caught.value.message}{expected_number(caught.value)}"
        == "n_params(2) is 15, which is too small (expected 18)"
    )


def test_no_expected_tensor_is_told_but_one_of_a_single_number() -> None:
    assert expected_number(wrong(torch.ones(2), torch.zeros(2))) == ""
    single = wrong(torch.tensor(2.5), torch.tensor(1.25))
    assert (
        f"{single.message}{expected_number(single)}"
        == "f(<2>): the only number is wrong: 2.5, difference 1.25 (expected 1.25)"
    )


@pytest.mark.parametrize(("sizes", "shows"), [((1, 1), False), ((2, 2), False), ((1, 2), True), ((3,), True)])
def test_a_number_for_equal_sizes_does_not_show_which_of_them_is_wrong(sizes: tuple[int, ...], shows: bool) -> None:
    failure = CheckFailedError("wrong values", "f() is 3, which is too small", got=3, expected=4)
    example = {f"size_{place}": size for place, size in enumerate(sizes)}
    assert shows_mistake(failure, example) is shows
    assert magnitude(failure, example) == sum(sizes)


def test_beside_a_number_that_is_not_finite_other_wrong_ones_of_its_matrix_are_marked() -> None:
    expected = torch.zeros(2, 2, 3)
    got = expected.clone()
    got[0, 0, 0], got[1, 0] = 7, torch.tensor([math.nan, 0.0, 5.0])
    failure = wrong(got, expected)
    assert failure.outcome == "not finite"
    assert "1 of 12 values is NaN, first at [1, 0, 0]" in str(failure)
    assert failure.wrong is not None
    assert failure.wrong.nonzero().tolist() == [[1, 0, 0], [1, 0, 2]]
