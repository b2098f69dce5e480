"""Pictures of matrices: each has its own scale, masked cells are grey, and a right 0 is printed as 0."""

import math
import re

import pytest
import torch
from torch import Tensor

from assignments._support.compare import MismatchError, assert_close, describe_difference
from assignments._support.drawing import GREY, WRONG, Canvas
from assignments._support.pictures import HIDDEN, HeatTable
from assignments._support.show import hidden_cells

CAUSAL = torch.tensor([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.2, 0.3, 0.5]])


def backgrounds(table: HeatTable) -> list[str]:
    return re.findall(r"background:(rgba\([^)]*\))", table._repr_html_())


def texts(table: HeatTable) -> list[str]:
    return re.findall(r"<td style='[^']*'>([^<]*)</td>", table._repr_html_())


def told(got: Tensor, expected: Tensor, canvas: Canvas = Canvas()) -> list[str]:  # noqa: B008 - a frozen value
    with pytest.raises(MismatchError) as raised:
        assert_close(got, expected, call="f()")
    return describe_difference(raised.value.difference, canvas)


def test_every_matrix_has_a_scale_of_its_own() -> None:
    small, large = (HeatTable(torch.tensor([[0.5, 1.0]]) * factor) for factor in (0.001, 1000))
    assert backgrounds(small) == backgrounds(large)


@pytest.mark.parametrize(
    ("matrix", "hidden"),
    [
        (torch.tensor([[False, True], [False, False]]), [[False, True], [False, False]]),
        (torch.tensor([[0.0, -math.inf], [0.0, 0.0]]), [[False, True], [False, False]]),
        (CAUSAL[:2, :2], [[False, True], [False, False]]),
        (torch.eye(2), [[False, False], [False, False]]),  # zeros below the diagonal too: no triangle
        (torch.tensor([[1.0, 0.5], [0.0, 1.0]]), [[False, False], [False, False]]),
        (torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]), [[False] * 3, [False] * 3]),  # not square
    ],
    ids=["truth values", "scores", "weights", "identity", "upper", "not square"],
)
def test_masked_cells_are_found(matrix: Tensor, hidden: list[list[bool]]) -> None:
    assert hidden_cells(matrix).tolist() == hidden


def test_masked_cells_are_grey() -> None:
    grey = [HIDDEN in colour for colour in backgrounds(HeatTable(CAUSAL))]
    assert grey == hidden_cells(CAUSAL).flatten().tolist()


def test_exactly_0_is_told_from_nearly_0() -> None:
    assert texts(HeatTable(torch.tensor([[0.0, -0.0, 0.001, -0.001]]))) == ["0", "0", "0.00", "0.00"]


def test_a_right_zero_is_printed_as_0_in_the_terminal() -> None:
    got = torch.tensor([[1.0, -0.0, 1e-17], [0.5, 0.5, 0.0], [0.9, 0.3, 0.5]])
    rows = told(got, torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5]]))[4:7]
    assert [row.split()[1:3] for row in rows[:1]] == [["0", "0"]]
    assert not [row for row in rows if "-0" in row or "e-17" in row]


def test_a_wrong_number_that_is_nearly_0_keeps_its_size() -> None:
    rows = told(torch.tensor([[1e-5, 1.0]]), torch.tensor([[0.5, 1.0]]))
    assert any("1e-5*" in row for row in rows)


def test_in_a_terminal_with_colours_masked_cells_are_grey_and_wrong_ones_are_not() -> None:
    got = CAUSAL.clone()
    got[2, 0] = 0.9
    rows = told(got, CAUSAL, Canvas(colour=True))[4:7]
    assert all(f"\033[{GREY}m" in row for row in rows[:2])
    assert f"\033[{WRONG}m" in rows[2]
    assert f"\033[{GREY}m" not in rows[2]


def test_in_a_terminal_each_matrix_has_its_own_shades() -> None:
    rows = told(1000 * CAUSAL, CAUSAL, Canvas(shades=True))[4:7]
    left, right = rows[0].split("   ", 1)[0], rows[0]
    assert left.startswith("█")
    assert right.count("█") == 2
