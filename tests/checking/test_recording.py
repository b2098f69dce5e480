"""Whether a request equals the recorded one is decided to the bit: its answer is taken for the other's."""

from collections.abc import Sequence

import pytest
import torch

from autograder.checking.recording import (
    RecordedCheck,
    RecordedExample,
    RecordingTarget,
    ReplayTarget,
    largest_sent,
    requests_equal,
)
from autograder.execution.trusted_pickle import dumps, loads
from autograder.sandbox.host.target import CallRequest, CallResponse, EncodedRequest, NoResponse

ONES = torch.ones(2, 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (torch.zeros(3), -torch.zeros(3)),
        (torch.ones(3), torch.ones(3, dtype=torch.float64)),
        (torch.ones(3), torch.ones(3).requires_grad_()),
        (ONES, ONES.T.contiguous()),
        (ONES, ONES.expand(2, 2, 3)),
        (0.0, -0.0),
        (1, True),
        (1, 1.0),
        ([1, 2], (1, 2)),
        ([1, 2], [1, 2, 3]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"$": "same", "index": 0}, {"$": "same", "index": 1}),
    ],
)
def test_what_differs_in_any_way_is_not_the_same(one: object, other: object) -> None:
    assert not requests_equal({"target": "f", "calls": [one]}, {"target": "f", "calls": [other]})


def test_equal_requests_are_the_same_also_where_they_hold_nan() -> None:
    request = {"target": "f", "calls": [{"args": [torch.tensor([float("nan"), 1.0]), 3, None, torch.float64]}]}
    assert requests_equal(request, loads(dumps(request)))


@pytest.mark.parametrize(
    "value",
    [ONES.T, ONES.expand(2, 2, 3), torch.ones(1).expand(1, 1), torch.tensor(1.0), torch.ones(0)],
    ids=["transposed", "expanded", "one number", "scalar", "empty"],
)
def test_what_cannot_be_compared_at_a_glance_is_found_by_its_frame(value: torch.Tensor) -> None:
    request = {"target": "f", "calls": [{"args": [value], "named": {}}]}
    answer = {"calls": []}
    reader = ReplayTarget(Nobody(), RecordedExample({}, [EncodedRequest(request)]), [answer])
    assert reader.ask([dict(request)]) == [answer]


def test_another_question_is_asked_afresh() -> None:
    recorded = EncodedRequest({"target": "f", "calls": [{"args": [ONES], "named": {}}]})
    reader = ReplayTarget(Nobody(), RecordedExample({}, [recorded]), [{"calls": []}])
    assert reader.ask([{"target": "f", "calls": [{"args": [-ONES], "named": {}}]}]) == [NoResponse("crashed", "nobody")]


def test_packing_keeps_strides_gradients_and_the_code_of_functions() -> None:
    value = {"leaf": torch.ones(2, 3, dtype=torch.bfloat16).requires_grad_(), "part": torch.arange(12.0)[2::3]}
    value |= {"turned": ONES.T, "meta": ONES.to("meta"), "recipe": EncodedRequest({"target": "f"})}
    again = loads(dumps(value))
    for name in ("leaf", "part", "turned"):
        assert torch.equal(again[name], value[name])
        assert (again[name].stride(), again[name].dtype) == (value[name].stride(), value[name].dtype)
    assert again["leaf"].requires_grad
    assert again["leaf"].is_leaf
    assert again["meta"].device.type == "meta"
    assert again["recipe"].frame == EncodedRequest({"target": "f"}).frame
    code = test_another_question_is_asked_afresh.__code__
    assert loads(dumps(code)) == code
    assert hash(loads(dumps(code))) == hash(code)


@pytest.mark.parametrize(
    ("bytes_of_right_answers", "most"),
    [
        ((), 4 << 20),
        ((100, 7), 4 << 20),
        ((1 << 19, 9), 4 << 20),
        ((9, (1 << 19) + 1), 8 << 20),
        ((3 << 20,), 32 << 20),
    ],
)
def test_answers_may_be_much_larger_than_right_ones(bytes_of_right_answers: tuple[int, ...], most: int) -> None:
    examples = tuple(RecordedExample({}, [], largest) for largest in bytes_of_right_answers)
    assert largest_sent([RecordedCheck(None, examples)]) == most  # type: ignore[arg-type]


def test_the_largest_tensor_of_an_answer_is_recorded() -> None:
    target = RecordingTarget(Answers([{"calls": [{"value": (torch.ones(3), [torch.ones(4, 5)])}]}, {"calls": []}]))
    for _ in range(2):
        target.ask([{"target": "f", "calls": []}])
    assert target.example.largest == 80


class Nobody:
    """Knows no answer."""

    def ask(self, requests: object) -> list[NoResponse]:
        """Nothing comes back."""
        return [NoResponse("crashed", "nobody")]


class Answers:
    """Gives one response after the other."""

    def __init__(self, responses: list[CallResponse]) -> None:
        self._responses = responses

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        """Return the next ones."""
        return [self._responses.pop(0) for _ in requests]
