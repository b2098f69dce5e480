"""Messages of public tests: the order of judgement, the words, and the size of a screen."""

import math

import pytest
import torch
from torch import nan, tensor

from assignments._support.compare import MismatchError, assert_close


def said(got, expected, call="f(x)", **tolerance) -> str:
    with pytest.raises(MismatchError) as raised:
        assert_close(got, expected, call=call, **tolerance)
    return str(raised.value)


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (tensor([1.0, 2.0]), tensor([1.0, 2.00005])),
        (tensor([1.0], dtype=torch.float64), tensor([1.0])),
        (tensor([1.0, -math.inf]), tensor([1.0, -math.inf])),
        (tensor([True]), tensor([True])),
        (torch.nn.Parameter(tensor([1.0])), tensor([1.0])),
        (torch.empty(2, 3, device="meta"), torch.empty(2, 3, device="meta")),
        (15.0, 15),
        (15, 15.0),
        (tensor(15), 15),
        (tensor([2.5]), 2.5),
        (torch.ones(1).numpy()[0], 1),
        ((1, 2), [1, 2]),
        (torch.Size([1, 2]), (1, 2)),
        ([tensor(1.0), 2], [1, 2]),
        ([[1, 2], [3]], [[1, 2], [3]]),
        ((tensor([1.0]), 3), (tensor([1.0]), 3)),
        ([], []),
        ("abc", "abc"),
        ({"a": 0}, {"a": 0}),
    ],
)
def test_equal_values_pass_whatever_holds_them(got, expected):
    assert_close(got, expected, call="f(x)")


@pytest.mark.parametrize(
    ("got", "expected", "kind"),
    [
        (None, tensor([1.0]), "wrong type"),
        ([1.0], tensor([1.0]), "wrong type"),
        (tensor([1.0]).numpy(), tensor([1.0]), "wrong type"),
        (tensor([1, 2]), [1, 2], "wrong type"),
        (True, 1, "wrong type"),
        ("1", 1, "wrong type"),
        (tensor([1.0, 2.0]), 1, "wrong type"),
        ([1, None], [1, 2], "wrong type"),
        (torch.ones(2, device="meta"), torch.ones(2), "wrong type"),
        (tensor([[1, nan]]), tensor([1.0, 2.0]), "wrong shape"),
        ([1, 2, 3], [1, 2], "wrong shape"),
        (tensor([1, 2]), tensor([1.0, 5.0]), "wrong dtype"),
        (tensor([1.0, 0.0]), tensor([True, False]), "wrong dtype"),
        (tensor([nan, 7.0]), tensor([1.0, 2.0]), "not finite"),
        (tensor([math.inf]), tensor([-math.inf]), "wrong values"),
        (tensor([nan]), tensor([-math.inf]), "not finite"),
        (nan, 1.0, "not finite"),
        (tensor([-1e9]), tensor([-math.inf]), "wrong values"),
        (tensor([1.0]), tensor([nan]), "wrong values"),
        (tensor([1.001]), tensor([1.0]), "wrong values"),
        (1.001, 1, "wrong values"),
        ("abd", "abc", "wrong values"),
    ],
)
def test_the_first_thing_that_is_wrong_is_named(got, expected, kind):
    assert said(got, expected).splitlines()[0] == kind


def test_in_a_tuple_the_worst_part_is_named():
    got = (tensor([1.0]), tensor([1, 2]))
    expected = (tensor([2.0]), tensor([1.0, 2.0]))
    assert said(got, expected).splitlines()[:2] == ["wrong dtype", "called      f(x)[1]"]


def test_tolerances_are_those_that_were_asked_for():
    assert_close(tensor([1.1]), tensor([1.0]), atol=0.2, call="f(x)")
    said(tensor([1.1]), tensor([1.0]), atol=0.05, rtol=0.0)


def test_a_wrong_matrix_reads_like_this():
    got, expected = tensor([[0.5, 0.25], [-1.0, 3.0]]), tensor([[0.5, 0.5], [-1.0, -1.0]])
    assert said(got, expected, call="softmax(z, dim=0)").splitlines() == [
        "wrong values",
        "called      softmax(z, dim=0)",
        "result      tensor of shape (2, 2), float32; * differs",
        "got                   expected",
        "  0.5000    0.2500*     0.5000    0.5000*",
        " -1.0000    3.0000*    -1.0000   -1.0000*",
        "where       first at [0, 1]: 0.25 instead of 0.5; 2 of 4 numbers differ, largest",
        "            difference 4",
    ]


def test_a_difference_that_the_drawing_would_not_show_is_written_below_each_other():
    lines = said(tensor([[0.333336, 1.0]]), tensor([[0.333333, 1.0]]), atol=1e-7, rtol=0).splitlines()
    assert any(line.startswith("got         tensor") for line in lines)
    assert any(line.startswith("expected    tensor") for line in lines)


def test_where_a_wide_matrix_does_not_fit_beside_another_it_stands_above_it():
    text = said(torch.zeros(3, 12), torch.ones(3, 12))
    assert "\nexpected    tensor of shape (3, 12)" in text


def test_truth_values_differ_as_truth_values():
    text = said(tensor([True, False]), tensor([True, True]))
    assert text.splitlines()[-1] == "where       first at [1]: False instead of True; 1 of 2 numbers differ"


def test_nothing_returned_is_said_so():
    assert "got         None (nothing is returned)" in said(None, tensor([1.0]))


def test_a_wrong_number_reads_like_this():
    assert said(12, 15, call="n_params(3)").splitlines() == [
        "wrong values",
        "called      n_params(3)",
        "got         12",
        "expected    15",
        "where       12 instead of 15, difference 3",
    ]


def test_of_a_large_tensor_the_surroundings_of_the_first_difference_are_shown():
    expected = torch.zeros(4, 100, 100)
    got = expected.clone()
    got[2, 50, 70] = 7
    text = " ".join(said(got, expected).split())
    assert "at [2], rows 47 to 52 of 100, columns" in text
    assert "7.0000" in text
    assert "first at [2, 50, 70]: 7 instead of 0; 1 of 40000 numbers differ" in text


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (torch.randn(7, 90, 90) * 1e9, torch.randn(7, 90, 90)),
        (torch.randn(2, 2, 2, 2, 2, 9, 90).double(), torch.zeros(2, 2, 2, 2, 2, 9, 90)),
        (torch.arange(900), torch.arange(900) * 10**12),
        (list(range(1000)), list(range(1, 1001))),
        ("many words " * 100, "other words " * 100),
        (object(), tensor([1.0])),
        ([torch.ones(3, 3)] * 40, 5),
        (torch.ones(0, 3), torch.ones(1, 3)),
        (tensor(1.0), tensor(2.0)),
    ],
)
def test_a_message_fits_on_one_screen(got, expected):
    lines = said(got, expected, call="MultiHeadAttention(8, 2, causal=True)(torch.ones(2, 6, 8))" * 3).splitlines()
    assert len(lines) <= 22  # with the name of the test above it
    assert max(map(len, lines)) <= 80


def test_differences_that_four_decimals_hide_are_shown():
    assert "0.333336 instead of 0.333333" in said(tensor([0.333336]), tensor([0.333333]), atol=1e-7, rtol=0)
