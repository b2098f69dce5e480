"""Two programs answer alike if their values and gradients are the same up to rounding."""

from typing import Any

import pytest
import torch

from autograder.diagnosis.same_answers import equal_values, same_response
from autograder.sandbox.host.target import NoResponse

ONE = torch.tensor([1.0, 2.0])
NAN = torch.tensor([float("nan"), float("inf")])


def response(value: Any, **more: Any) -> dict[str, Any]:
    return {"calls": [{"value": value}], "defined": True} | more


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ONE, ONE + 1e-6),
        (NAN, NAN.clone()),
        (15, 15.0),
        (15, torch.tensor(15)),
        ((ONE, 3), [ONE, 3]),
        ({"a": 1}, {"a": 1}),
        ("word", "word"),
        (None, None),
    ],
    ids=str,
)
def test_values_are_the_same_up_to_rounding(one: object, other: object) -> None:
    assert equal_values(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ONE, ONE + 1e-3),
        (ONE.double(), ONE.double() + 1e-5),
        (ONE, ONE.double()),
        (ONE, ONE[:, None]),
        (NAN, ONE),
        (float("nan"), 1.0),
        (15, 16),
        ((ONE,), (ONE, ONE)),
        ({"a": 1}, {"b": 1}),
        (ONE, None),
        (torch.tensor([1, 2]), torch.tensor([1, 3])),
    ],
    ids=str,
)
def test_other_numbers_shapes_and_types_differ(one: object, other: object) -> None:
    assert not equal_values(one, other)


def test_gradients_and_exceptions_are_answers_too() -> None:
    grads = {"connected": True, "inputs": [ONE], "parameters": {"w": None}}
    assert same_response(response(ONE, grads=grads), response(ONE, grads=grads | {"inputs": [ONE.clone()]}))
    assert not same_response(response(ONE, grads=grads), response(ONE, grads=grads | {"connected": False}))
    assert not same_response(response(ONE), response(ONE, raised={"chain": ["ValueError"]}))
    stopped = {"calls": [], "raised": {"chain": ["ValueError"]}}
    assert same_response(stopped, stopped | {"raised": {"chain": ["RuntimeError"]}})


def test_what_is_printed_is_no_answer() -> None:
    assert same_response(response(ONE, printed="a"), response(ONE, printed=""))


def test_no_response_is_like_nothing_else() -> None:
    lost = NoResponse("crashed", "")
    assert not same_response(lost, lost)
    assert not same_response({"calls": "forged"}, {"calls": "forged"})


def test_trained_models_are_answers() -> None:
    def trained(weight: float) -> dict[str, Any]:
        return {"calls": [{"value": 1.0, "models": [{"weights": {"w": torch.tensor([weight])}}]}]}

    assert same_response(trained(1), trained(1))
    assert not same_response(trained(1), trained(2))
