"""What `--hints 2` notices in a wrong result, and the tensors of tests that no function can spoil."""

from types import ModuleType

import pytest
import torch
from torch import tensor

from assignments._support.constants import restore
from assignments._support.observe import observations

ROWS = tensor([[0.25, 0.75, 0.0], [0.5, 0.5, 0.0], [0.1, 0.2, 0.7]])
CAUSAL = tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.1, 0.2, 0.7]])


@pytest.mark.parametrize(
    ("got", "expected", "seen"),
    [
        (ROWS.T, ROWS, "yours is the transpose of what is expected"),
        (3 * ROWS, ROWS, "every number is 3 times what is expected"),
        (ROWS + 2, ROWS, "every number is off by 2"),
        (ROWS.flip(-1), ROWS, "the right numbers, in another order"),
        (ROWS / ROWS.sum(0), ROWS, "in yours every column sums to 1; in what is expected that is not so"),
        (CAUSAL.tril(-1), CAUSAL, "every row should sum to 1; yours do not"),
        (tensor([[0.0, 0.5, 0.5], [0.5, 0.5, 0.0], [0.1, 0.2, 0.7]]), CAUSAL, "only row 0 is wrong"),
        (ROWS.softmax(-1), CAUSAL, "what is expected is 0 above the diagonal; yours is not"),
        (tensor([1.0, torch.nan]), tensor([1.0, 2.0]), "1 of 2 numbers is NaN, none should be"),
        (tensor([1.0, -1e9]), tensor([1.0, -torch.inf]), "0 of 2 numbers are infinite, 1 should be"),
        (tensor([True, False]), tensor([False, True]), "True stands exactly where False is expected"),
        (torch.ones(3, 2), torch.ones(2, 3), "the sizes are right, their order is not"),
        (torch.ones(6), torch.ones(2, 3), "as many numbers as expected, arranged in another way"),
        (torch.ones(6), torch.ones(2, 3), "1 dimension instead of 2"),
        (30, 15, "yours is 2 times what is expected"),
        (5, 45, "yours is 1/9 times what is expected"),
        (0.75**0.5 * ROWS, ROWS, "every number is sqrt(3/4) times what is expected"),
        (-(2**0.5) * ROWS, ROWS, "every number is -sqrt(2) times what is expected"),
        (1.0002 * ROWS, ROWS, "close to what is expected, but not equal to it"),
        (1.18859 * ROWS, ROWS, "every number is 1.18859 times what is expected"),
        (tensor(30.0), tensor(15.0), "yours is 2 times what is expected"),
    ],
)
def test_what_can_be_seen_is_said(got, expected, seen):
    assert seen in observations(got, expected)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (None, ROWS),
        ("15", 15),
        (0, 15),
        (15, 15),
        (tensor([[4, 5]]), tensor([[4, 5]])),
        (1.005 * tensor([7.0, 3.5]), tensor([7.0, 3.5])),
        (1.21306, 1),
        (tensor(0.41), tensor(1.0)),
        (float("inf"), 1),
        (torch.ones(2, device="meta"), torch.ones(3)),
        (torch.ones(0), torch.ones(0)),
    ],
)
def test_where_nothing_can_be_seen_nothing_is_said(got, expected):
    assert observations(got, expected) == []


def test_no_more_is_said_than_fits():
    assert len(observations(torch.rand(4, 4) + ROWS.sum(), torch.eye(4))) <= 3


def test_a_function_that_changes_its_input_spoils_no_other_test():
    module = ModuleType("test_something")
    module.SCORES = tensor([1.0, 2.0])
    restore(module)
    module.SCORES.mul_(100)
    restore(module)
    assert torch.equal(module.SCORES, tensor([1.0, 2.0]))


def test_rows_that_a_norm_has_made_are_seen():
    rows = torch.tensor([[1.0, 2.0, 4.0], [3.0, 0.0, 1.0]])
    normed = torch.nn.functional.layer_norm(rows, (3,))
    seen = "in yours every row has mean 0 and variance 1; in what is expected that is not so"
    assert seen in observations(normed, rows)
    assert seen not in observations(rows, normed)


@pytest.mark.parametrize(("got", "expected"), [(49_999_995_000_000, 50_000_005_000_000), (-36.25, 0.75)])
def test_a_ratio_that_says_nothing_is_not_said(got, expected):
    assert observations(got, expected) == []
