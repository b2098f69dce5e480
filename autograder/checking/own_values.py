"""Robustness of programs with wrong values: these are compared with their own values, so that a mistake costs once.

A robustness check first asks a plain question (`plain`). If the answer is right, all other answers must be right too.
If it has the right form but other numbers, a core check has already failed. Then the same question in another dtype,
layout or order must give the same numbers (`assert_value_again`), and other questions are only tested for what needs no
right numbers: type, shape, dtype, device, finiteness (`assert_elsewhere`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer, names_request
from autograder.checking.assertions import FLOAT32, Tolerance, as_pair, assert_tensor, require
from autograder.checking.describe import describe_one_call
from autograder.checking.failures import CheckFailedError
from autograder.checking.robustness import (
    UNLIKE_RECORDED,
    all_right,
    assert_pure,
    call_symptom,
    difference,
    without_gradients_symptom,
)
from autograder.checking.student import UNRECORDED, Question
from autograder.sandbox.guest.unsent import UnsentTensor
from autograder.sandbox.guest.wire import OpaqueValue
from autograder.sandbox.host.student_text import listed

Values = tuple[Tensor, ...]
KEEP_NAMES = "Keep the names of the arguments: whoever calls may use them."


@dataclass(frozen=True)
class Plain:
    """The values that further answers are compared with.

    Attributes:
        values: the right values if the plain answer was right, else those of the answer.
        right: whether the plain answer was right.
    """

    values: Values
    right: bool


@names_request
def plain(answer: Answer, right: Tensor | Values) -> Plain:
    """Return the values of the answer to a plain question, right or not.

    Raises:
        CheckFailedError: the answer has another type, shape or kind of dtype, is not finite, or is constant or equal to
            an input.
    """
    expected = _values(right)
    got = _parts(answer.value, len(expected), answer.called)
    try:
        _agree(got, expected, FLOAT32, answer.called)
    except CheckFailedError as failure:
        if failure.outcome != "wrong values":
            raise
    else:
        return Plain(expected, right=True)
    inputs = [item for item in answer.request["calls"][-1]["args"] if isinstance(item, Tensor)]
    for part in got:
        require(
            part.numel() < 2 or bool((part != part.reshape(-1)[0]).any()),
            f"{answer.called} gives the same number everywhere",
        )
        same = any(part.shape == item.shape and torch.equal(part.detach().double(), item.double()) for item in inputs)
        require(not same, f"{answer.called} gives back its input")
    return Plain(tuple(part.detach() for part in got), right=False)


def assert_value_again(got: Any, plain_answer: Plain, *, called: str) -> None:
    """Require that `got` answers the same question as the plain answer, right or not."""
    parts = _parts(got, len(plain_answer.values), called)
    try:
        _agree(parts, plain_answer.values, FLOAT32, called)
    except CheckFailedError as failure:
        if plain_answer.right or failure.outcome != "wrong values":
            raise
        message = f"{called} gives other values than the same question asked plainly"
        raise CheckFailedError("wrong values", message) from failure


@names_request
def assert_elsewhere(
    answer: Answer, plain_answer: Plain, right: Tensor | Values, tolerance: Tolerance = FLOAT32
) -> None:
    """Require the right answer to another question; only its form and finite values if the plain answer was wrong."""
    expected = _values(right)
    try:
        _agree(_parts(answer.value, len(expected), answer.called), expected, tolerance, answer.called)
    except CheckFailedError as failure:
        if plain_answer.right or failure.outcome != "wrong values":
            raise


def assert_by_name(named: Answer, positional: Answer) -> None:
    """Require the same result, of any type with values that can be compared, for arguments by name and by position."""
    expected, got = positional.value, named.value
    require(expected is not None, f"{positional.called} returns nothing", "wrong type")
    require(_comparable(expected), f"{positional.called} returns something that cannot be compared", "wrong type")
    require(_alike(expected, got), f"{named.called} gives something else than {positional.called}")


def assert_call_is_pure(question: Question, *args: Tensor, may_draw: bool = False) -> Answer:
    """Require that a call has no side effects (`assert_pure`) and adds no name to the state dict; return the answer."""
    answer = question.steps(args, ("state_dict",))
    assert_pure(answer, may_draw=may_draw)
    called, after = describe_one_call(answer.request, 0), answer.value
    more = [name for name in after if name not in answer.state] if isinstance(after, dict) else []
    require(not more, f"{called}: the state dict holds {listed(more[:4])} after the call and not before it")
    return answer


def assert_calls_as_alone(
    question: Question,
    *each: tuple[Any, ...],
    right: Sequence[Tensor | Values],
    states: Sequence[dict[str, Any]] = (),
) -> Answer:
    """Require that a function called several times in a row answers each call as it does alone; return the answer.

    If all answers are right, no single call is made.

    Args:
        question: for the function.
        each: the arguments of each call; the first two calls differ.
        right: the right result of each call.
        states: what each call is made in (`Question.calls`).
    """
    answer = question.calls(*each, states=states)
    if all_right(answer, right):
        return answer
    alone = [question.call(*args) for args in each]
    _differ(alone[0], alone[1], "for other arguments")
    _agrees_without_gradients(alone[0], question, each[0])
    for place, single in enumerate(alone):
        _agrees_with_fresh(answer, place, single, "")
    return answer


@names_request
def _differ(one: Answer, other: Answer, condition: str) -> None:
    if _is_unsent(one.value) or _is_unsent(other.value):
        differ = not _alike(one.value, other.value)
    else:
        differ = bool(difference(_all_numbers(one), _all_numbers(other)))
    require(differ, f"{one.called} gives the same {condition}")


def _is_unsent(value: Any) -> bool:
    """Whether a value contains a tensor whose numbers were not sent."""
    return isinstance(value, UnsentTensor) or (isinstance(value, list | tuple) and any(map(_is_unsent, value)))


@names_request
def _agrees_with_fresh(answer: Answer, place: int, single: Answer, reason: str) -> None:
    called = describe_one_call(answer.request, place) + reason
    alike = _alike(single.value, answer.values[place])
    require(alike, f"{called}: not what it gives alone", symptom=call_symptom(answer))


@names_request
def _agrees_without_gradients(recorded: Answer, question: Question, args: tuple[Any, ...]) -> None:
    unrecorded = question.calls(args, states=(UNRECORDED,))
    if not _alike(recorded.value, unrecorded.value):
        varies = not _alike(recorded.value, question.call(*args).value)  # then it is another one in every call
        require(varies, f"{unrecorded.called} {UNLIKE_RECORDED}", symptom=without_gradients_symptom(unrecorded))


def _all_numbers(answer: Answer) -> Tensor:
    value = answer.value
    parts = value if isinstance(value, list | tuple) else [value]
    tensors = [part.detach().double().reshape(-1) for part in parts if isinstance(part, Tensor)]
    require(len(tensors) == len(parts), f"{answer.called} returned something that is no tensor", "wrong type")
    return torch.cat(tensors)


def _comparable(value: Any) -> bool:
    """Whether a value of a submission consists of tensors, numbers and text alone."""
    if isinstance(value, list | tuple | dict):
        return all(map(_comparable, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, OpaqueValue)


def _alike(one: Any, other: Any) -> bool:
    """Whether two values of a submission are the same, up to rounding."""
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return one.dtype == other.dtype and not difference(one, other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, set | frozenset | bytes):
        return type(one) is type(other) and bool(one == other)
    if isinstance(one, int | float | str):
        return type(one) is type(other) and (one == other or str(one) == str(other))  # NaN is not equal to itself
    return type(one) is type(other)


def _values(right: Tensor | Values) -> Values:
    return (right,) if isinstance(right, Tensor) else right


def _parts(got: Any, count: int, called: str) -> tuple[Any, ...]:
    return (got,) if count == 1 else as_pair(got, called)


def _agree(got: Sequence[Any], expected: Values, tolerance: Tolerance, called: str) -> None:
    names = ("",) if len(expected) == 1 else ("out", "weights")
    for part, wanted, name in zip(got, expected, names, strict=True):
        assert_tensor(part, wanted, tolerance, called=called, what=name)
