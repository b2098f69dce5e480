"""Values of types that are not of the wire's language, but mean a plain value, cross as that value."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
import torch

from autograder.checking.answer import Answer
from autograder.checking.assertions import assert_number
from autograder.checking.failures import CheckFailedError
from autograder.sandbox.guest.wire import OpaqueValue
from autograder.sandbox.host.in_process import round_trip


class Bounds(NamedTuple):
    lower: int
    upper: int


@pytest.mark.parametrize(
    ("value", "crossed"),
    [
        (Fraction(15), 15),
        (Fraction(1, 4), 0.25),
        (Fraction(10**30), 10**30),
        (Decimal(15), 15),
        (Decimal("2.5"), 2.5),
        (Decimal("1E+400"), float("inf")),
        (np.int64(7), 7),
        (np.float32(0.5), 0.5),
        (np.array(7), 7),
        (Bounds(1, 2), (1, 2)),
    ],
)
def test_what_means_a_plain_value_crosses_as_one(value: object, crossed: object) -> None:
    got = round_trip(value)
    assert got == crossed
    assert type(got) is type(crossed)


def test_what_torch_returns_with_names_crosses_as_a_tuple() -> None:
    lower, upper = round_trip(torch.aminmax(torch.tensor([[1.0, 4.0], [3.0, 2.0]]), dim=0))
    assert (lower.tolist(), upper.tolist()) == ([1.0, 2.0], [3.0, 4.0])


def test_a_subclass_of_a_fraction_stays_foreign() -> None:
    class Forged(Fraction):
        pass

    assert isinstance(round_trip(Forged(1)), OpaqueValue)


def answer(value: Any) -> Answer:
    return Answer({"calls": [{"value": value}]}, "count()", {"target": "count", "calls": [{}]})


@pytest.mark.parametrize("value", [15, 15.0, torch.tensor(15), torch.tensor([15.0])])
def test_a_number_is_judged_by_value(value: object) -> None:
    assert_number(answer(value), 15)


@pytest.mark.parametrize("value", [16, 10**350, -(10**350), float("nan"), True, "15", None, torch.tensor([15, 15])])
def test_what_is_not_the_number_is_a_verdict_and_no_crash(value: object) -> None:
    with pytest.raises(CheckFailedError):
        assert_number(answer(value), 15)
