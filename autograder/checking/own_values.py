"""Robustness, judged against the student's own values where a core check has already said that they are not right.

A robustness check first asks a plain question. Where the answer is right, everything else has to be right as well.
Where it has the right form and other numbers, a mistake that costs core points costs no robustness: the same question
in another width, layout or order must give the student's own numbers again, and any other question only what needs
no right numbers (type, shape, dtype, device, finite).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer, about_its_call
from autograder.checking.assertions import BFLOAT16, FLOAT32, FLOAT64, Tolerance, as_pair, assert_tensor, require
from autograder.checking.describe import describe_one_call
from autograder.checking.failures import CheckFailedError
from autograder.checking.robustness import all_right, assert_pure, coarse, difference
from autograder.checking.student import Question
from autograder.sandbox.host.student_text import listed

Values = tuple[Tensor, ...]
KEEP_NAMES = "Keep the names of the arguments: whoever calls may use them."
WIDTHS = ((torch.float64, FLOAT64, FLOAT32), (torch.bfloat16, BFLOAT16, Tolerance(0.2, 0.2)))


@dataclass(frozen=True)
class Plain:
    """The answer to a plain question: what further answers are compared with, and whether that is right."""

    values: Values
    right: bool


def rounded(*values: Tensor) -> list[Tensor]:
    """The same numbers with few digits, so that they are equal in every float width."""
    return [coarse(value) for value in values]


@about_its_call
def plain(answer: Answer, right: Tensor | Values) -> Plain:
    """Judge the form of the answer to a plain question.

    Raises:
        CheckFailedError: it has another type, shape or kind of dtype, is not finite, or ignores the input.
    """
    expected = _values(right)
    got = _parts(answer.value, len(expected), answer.called)
    try:
        _agree(got, expected, FLOAT32, answer.called)
    except CheckFailedError as verdict:
        if verdict.outcome != "wrong values":
            raise
    else:
        return Plain(expected, right=True)
    given = [item for item in answer.recipe["calls"][-1]["args"] if isinstance(item, Tensor)]
    for part in got:
        require(
            part.numel() < 2 or bool((part != part.reshape(-1)[0]).any()),
            f"{answer.called} gives the same number everywhere",
        )
        same = any(part.shape == item.shape and torch.equal(part.detach().double(), item.double()) for item in given)
        require(not same, f"{answer.called} gives back its input")
    return Plain(tuple(part.detach() for part in got), right=False)


@about_its_call
def assert_again(
    answer: Answer,
    known: Plain,
    tolerance: Tolerance = FLOAT32,
    *,
    own: Tolerance = FLOAT32,
    dtype: torch.dtype | None = None,
) -> None:
    """The last value answers the same question as the plain answer."""
    assert_value_again(answer.value, known, tolerance, called=answer.called, own=own, dtype=dtype)


def assert_value_again(
    got: Any,
    known: Plain,
    tolerance: Tolerance = FLOAT32,
    *,
    called: str,
    own: Tolerance = FLOAT32,
    dtype: torch.dtype | None = None,
) -> None:
    """`got` answers the same question as the plain answer."""
    parts = _parts(got, len(known.values), called)
    try:
        _agree(parts, known.values, tolerance if known.right else own, called, dtype)
    except CheckFailedError as verdict:
        if known.right or verdict.outcome != "wrong values":
            raise
        message = f"{called} gives other values than the same question asked plainly"
        raise CheckFailedError("wrong values", message) from verdict


@about_its_call
def assert_elsewhere(answer: Answer, known: Plain, right: Tensor | Values, tolerance: Tolerance = FLOAT32) -> None:
    """The last value answers another question: right where the plain answer is, else of the right form and finite."""
    expected = _values(right)
    try:
        _agree(_parts(answer.value, len(expected), answer.called), expected, tolerance, answer.called)
    except CheckFailedError as verdict:
        if known.right or verdict.outcome != "wrong values":
            raise


def assert_in_widths(ask: Callable[[torch.dtype], Answer], known: Plain) -> None:
    """Float64 and bfloat16 go in and come out; the numbers that go in are `rounded`."""
    for dtype, tolerance, own in WIDTHS:
        assert_again(ask(dtype), known, tolerance, own=own, dtype=dtype)


def assert_by_name(named: Answer, positional: Answer) -> None:
    """Arguments that are given by the names of the text mean what they mean by their places."""
    by_place, by_name = positional.value, named.value
    require(by_place is not None, f"{positional.called} returns nothing", "wrong type")
    require(_alike(by_place, by_name), f"{named.called} gives something else than {positional.called}")


def stays_the_same(question: Question, *args: Tensor, may_draw: bool = False) -> Answer:
    """A module after a call: input, generator, mode, torch's defaults and the names in its state dict are as before."""
    answer = question.steps(args, ("state_dict",))
    assert_pure(answer, may_draw=may_draw)
    called, after = describe_one_call(answer.recipe, 0), answer.value
    more = [name for name in after if name not in answer.state] if isinstance(after, dict) else []
    require(not more, f"{called}: the state dict holds {listed(more[:4])} after the call and not before it")
    return answer


def answers_each_call(
    asked: Callable[[dict[str, Tensor]], Question],
    right: Callable[[Tensor, dict[str, Tensor]], Tensor | Values],
    weights: dict[str, Tensor],
    inputs: Sequence[Tensor],
    *,
    idle: Sequence[str] = (),
) -> None:
    """One object, called with several inputs, in both modes, with other weights: each answer is that of a fresh object.

    Where all answers are right, nothing else is asked. The first two inputs have one shape. All weights but the `idle`
    ones matter, else the comparison would show nothing.
    """
    other = _other(weights)
    back = ("load_state_dict", other, False)
    steps = [*((x,) for x in inputs), ("eval",), (inputs[0],), ("train",), back, (inputs[0],)]
    answer = asked(weights).steps(*steps)
    first = right(inputs[0], weights)
    wanted = [first, *(right(x, weights) for x in inputs[1:]), None, first, None, None, right(inputs[0], other)]
    if not all_right(answer, wanted):
        _each_as_fresh(asked, answer, weights, inputs, idle)


def _other(weights: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: 0.5 * value.flip(-1) for name, value in weights.items()}


def _each_as_fresh(
    asked: Callable[[dict[str, Tensor]], Question],
    answer: Answer,
    weights: dict[str, Tensor],
    inputs: Sequence[Tensor],
    idle: Sequence[str],
) -> None:
    """Compare each value with that of a fresh object, which may be wrong as well."""
    other = _other(weights)
    fresh = [asked(weights).call(x) for x in inputs]
    _differ(fresh[0], fresh[1], "for two different inputs")
    for name in weights:
        if name not in idle:
            _differ(fresh[0], asked(weights | {name: other[name]}).call(inputs[0]), f"with another {name}")
    moved = asked(other).call(inputs[0])
    reasons = ["" for _ in inputs] + ["", ", in evaluation mode", "", "", ", after its weights have changed"]
    wanted = [*fresh, None, fresh[0], None, None, moved]
    for place, (single, reason) in enumerate(zip(wanted, reasons, strict=True)):
        if single is not None:
            _agrees_with_fresh(answer, place, single, reason)


def answers_alone(question: Question, *each: tuple[Any, ...], right: Sequence[Tensor | Values]) -> Answer:
    """A function, called several times in a row, answers each call as it does alone; the first two calls differ.

    Where all answers are right, nothing else is asked.
    """
    answer = question.calls(*each)
    if all_right(answer, right):
        return answer
    alone = [question.call(*args) for args in each]
    _differ(alone[0], alone[1], "for other arguments")
    for place, single in enumerate(alone):
        _agrees_with_fresh(answer, place, single, "")
    return answer


@about_its_call
def _differ(one: Answer, other: Answer, told: str) -> None:
    require(difference(_all_numbers(one), _all_numbers(other)), f"{one.called} gives the same {told}")


@about_its_call
def _agrees_with_fresh(answer: Answer, place: int, single: Answer, reason: str) -> None:
    called = describe_one_call(answer.recipe, place) + reason
    require(_alike(single.value, answer.values[place]), f"{called}: not what it gives alone")


def _all_numbers(answer: Answer) -> Tensor:
    value = answer.value
    parts = value if isinstance(value, list | tuple) else [value]
    tensors = [part.detach().double().reshape(-1) for part in parts if isinstance(part, Tensor)]
    require(len(tensors) == len(parts), f"{answer.called} returned something that is no tensor", "wrong type")
    return torch.cat(tensors)


def _alike(one: Any, other: Any) -> bool:
    """Whether two answers of a student's are the same, up to rounding."""
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return one.dtype == other.dtype and not difference(one, other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(value, other[key]) for key, value in one.items())
    if isinstance(one, int | float | str):
        return type(one) is type(other) and (one == other or str(one) == str(other))  # NaN is not equal to itself
    return type(one) is type(other)


def _values(right: Tensor | Values) -> Values:
    return (right,) if isinstance(right, Tensor) else right


def _parts(got: Any, count: int, called: str) -> tuple[Any, ...]:
    return (got,) if count == 1 else as_pair(got, called)


def _agree(
    got: Sequence[Any], expected: Values, tolerance: Tolerance, called: str, dtype: torch.dtype | None = None
) -> None:
    names = ("",) if len(expected) == 1 else ("out", "weights")
    for part, wanted, name in zip(got, expected, names, strict=True):
        assert_tensor(part, wanted, tolerance, called=called, dtype=dtype, what=name)
