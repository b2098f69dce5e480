"""Assertions about values that came back: type, shape, dtype, and numbers within a tolerance."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from autograder.checking.answer import Answer, about_its_call
from autograder.checking.describe import describe_dtype, describe_type, describe_value, name_part
from autograder.checking.failures import CheckFailedError
from autograder.sandbox.host.student_text import quoted, quoted_shape

Pair = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class Tolerance:
    """|got - expected| <= absolute + relative · |expected|."""

    absolute: float
    relative: float


# float32 values of order 1: accepts every right order of operations (exp of a difference, renormalising after softmax).
FLOAT32 = Tolerance(1e-4, 1e-4)
# float32 around 1e4: neighbouring numbers lie 1e-3 apart, which x - logsumexp(x) shows and x - max(x) does not;
# the one is as right as the other.
LARGE = Tolerance(2e-3, 2e-3)
# float64: torch.sqrt(torch.tensor(d_k)) is a float32 constant in an otherwise exact program, hence not 1e-9.
FLOAT64 = Tolerance(1e-6, 1e-6)
# bfloat16 keeps 8 bits.
BFLOAT16 = Tolerance(4e-2, 4e-2)
# Figures printed with 4 decimals.
PRINTED = Tolerance(1.5e-4, 0.0)
# Numbers that a formula gives.
FORMULA = Tolerance(1e-6, 1e-5)

COUNTED = ("first", "second", "third")
ANY_WIDTH = {"bool": "bool", "complex": "a complex dtype", "float": "a float dtype", "int": "an integer dtype"}


def require(condition: object, message: str, outcome: str = "wrong values") -> None:
    """A judgement in the check's own words."""
    if not condition:
        raise CheckFailedError(outcome, message)


@about_its_call
def assert_close(
    answer: Answer, expected: Tensor, tolerance: Tolerance = FLOAT32, *, dtype: torch.dtype | None = None
) -> None:
    """The last value of `answer` is the tensor `expected`; any float width is right unless `dtype` names one."""
    assert_tensor(answer.value, expected, tolerance, called=answer.called, dtype=dtype)


def assert_tensor(
    got: Any, expected: Tensor, tolerance: Tolerance, *, called: str, dtype: torch.dtype | None = None, what: str = ""
) -> None:
    """`got` is the tensor `expected`; `what` names it when it is not the result itself."""
    name = name_part(called, what)
    got = as_tensor(got, name)
    if got.shape != expected.shape:
        text = f"{name} has shape {_shape(got)}, expected {_shape(expected)}"
        raise CheckFailedError("wrong shape", text, got=got, expected=expected)
    if (dtype is not None and got.dtype is not dtype) or _kind(got) != _kind(expected):
        wanted = describe_dtype(dtype) if dtype else ANY_WIDTH[_kind(expected)]
        text = f"{name} has dtype {describe_dtype(got.dtype)}, expected {wanted}"
        raise CheckFailedError("wrong dtype", text, got=got, expected=expected)
    if got.device.type != expected.device.type:
        raise CheckFailedError("wrong type", f"{name} is on {got.device.type}, expected on {expected.device.type}")
    if got.device.type != "meta":
        _agree_finite(got.detach(), expected.detach(), name)
        _agree_values(got.detach(), expected.detach(), tolerance, name)


def as_tensor(got: Any, name: str) -> Tensor:
    """`got`, if it is a tensor."""
    if not isinstance(got, Tensor):
        raise CheckFailedError("wrong type", f"{name} is {describe_type(got)}, expected a Tensor", got=got)
    return got


@about_its_call
def assert_gradients(
    answer: Answer, inputs: Sequence[Tensor], parameters: dict[str, Tensor], tolerance: Tolerance = FLOAT64
) -> None:
    """Gradients of the inputs that ask for them, in order, and of the named parameters."""
    called = answer.called
    require(answer.connected or not (inputs or parameters), f"no gradient flows through {called}")
    for place, (grad, expected) in enumerate(zip(answer.input_grads, inputs, strict=True)):
        _agree_gradient(grad, expected, tolerance, f"{called}: the gradient of the {COUNTED[place]} input")
    for name, expected in parameters.items():
        _agree_gradient(answer.parameter_grads.get(name), expected, tolerance, f"{called}: the gradient of {name}")


@about_its_call
def assert_raised(answer: Answer, kind: str, *, mention: str = "") -> None:
    """The call ended with this exception (or a subclass of it), and its text holds `mention`."""
    called, raised = answer.called, answer.raised
    if raised is None or raised.get("not_attempted"):
        answer.report  # noqa: B018 - not attempted, not defined: that is the verdict then
        raise CheckFailedError("wrong values", f"{called} raises nothing, expected {kind}")
    require(kind in raised.get("chain", ()), f"{called} raises {quoted(raised.get('type'))}, expected {kind}")
    require(mention in str(raised.get("text")), f"{called} raises {kind} with a text that does not name {mention!r}")


def _agree_gradient(grad: Any, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    if grad is None and not expected.any():
        return
    require(grad is not None, f"{name} is missing")
    assert_tensor(grad, expected, tolerance, called=name)


def _agree_finite(got: Tensor, expected: Tensor, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    odd = ~torch.isfinite(a) & (a != b)
    if odd.any():
        place = _first(odd)
        count, first = int(odd.sum()), a[tuple(place)].item()
        text = f"{name} is not finite: {count} of {odd.numel()} values, first at {place}: {first}"
        raise CheckFailedError("not finite", text, got=got, expected=expected, wrong=odd)


def _agree_values(got: Tensor, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    same = torch.isinf(b) & (a == b)
    distance = torch.where(same, torch.zeros_like(a), (a - b).abs())
    wrong = ~(distance <= tolerance.absolute + tolerance.relative * b.abs().nan_to_num(0.0, 0.0, 0.0))
    if wrong.any():
        text = f"{name}: {_how_many(wrong)}{_how_far(distance)}"
        raise CheckFailedError("wrong values", text, got=got, expected=expected, wrong=wrong)


def _how_many(wrong: Tensor) -> str:
    count = int(wrong.sum())
    if wrong.numel() == 1:
        return "the only number is wrong"
    return f"{count} of {wrong.numel()} values {'is' if count == 1 else 'are'} wrong, first at {_first(wrong)}"


def _how_far(distance: Tensor) -> str:
    """The largest difference; infinite ones are no numbers."""
    largest = distance.max().item()
    if not math.isfinite(largest):
        return ", one of two numbers being infinite"
    word = "difference" if distance.numel() == 1 else "largest difference"
    return f", {word} {largest:.3g}"


def _exact(value: Tensor) -> Tensor:
    return value.to(torch.complex128).abs() if value.is_complex() else value.to(torch.float64)


def _kind(value: Tensor) -> str:
    if value.dtype is torch.bool:
        return "bool"
    if value.is_complex():
        return "complex"
    return "float" if value.is_floating_point() else "int"


def _first(mask: Tensor) -> list[int]:
    return [int(index) for index in mask.nonzero()[0]]


def _shape(value: Tensor) -> str:
    return quoted_shape(value.shape)


TOO_LARGE = 10**300  # for a float, hence for any answer


@about_its_call
def assert_number(answer: Answer, expected: float, tolerance: Tolerance = FORMULA) -> None:
    """The last value is this number, whatever its type: int, float, or a tensor or numpy scalar that holds one."""
    assert_plain(answer.value, expected, tolerance, called=answer.called)


def assert_plain(got: Any, expected: float, tolerance: Tolerance = FORMULA, *, called: str, what: str = "") -> None:
    """`got` is the number `expected`; `what` names it when it is not the result itself."""
    name = name_part(called, what)
    value = as_number(got, name)
    if isinstance(value, int) and abs(value) > TOO_LARGE:
        raise CheckFailedError("wrong values", f"{name} is {describe_value(value)}", got=value, expected=expected)
    if not math.isfinite(value):
        raise CheckFailedError(
            "not finite", f"{name} is {value}, expected a finite number", got=value, expected=expected
        )
    if abs(value - expected) > tolerance.absolute + tolerance.relative * abs(expected):
        raise CheckFailedError("wrong values", f"{name} is {describe_value(value)}", got=value, expected=expected)


@about_its_call
def assert_numbers(answer: Answer, expected: Sequence[float], tolerance: Tolerance = FORMULA) -> None:
    """A tuple, list or Size of these numbers."""
    got = as_sequence(answer.value, answer.called)
    if len(got) != len(expected):
        text = f"{answer.called} has {len(got)} numbers, expected {len(expected)}"
        raise CheckFailedError("wrong shape", text, got=got, expected=expected)
    for place, (item, wanted) in enumerate(zip(got, expected, strict=True)):
        assert_plain(item, wanted, tolerance, called=answer.called, what=f"number {place}")


def as_number(got: Any, name: str) -> float:
    """`got` as a number, if it is one; a bool is none."""
    value = got.item() if isinstance(got, Tensor) and _holds_a_number(got) else got
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise CheckFailedError("wrong type", f"{name} is {describe_type(value)}, expected a number", got=value)
    return value


def as_sequence(got: Any, name: str) -> Sequence[Any]:
    """`got`, if it is a list or tuple."""
    if not isinstance(got, list | tuple):
        raise CheckFailedError("wrong type", f"{name} is {describe_type(got)}, expected a list or tuple", got=got)
    return got


def _holds_a_number(tensor: Tensor) -> bool:
    known = tensor.numel() == 1 and tensor.device.type != "meta"
    return known and tensor.dtype is not torch.bool and not tensor.is_complex()


def as_pair(got: object, called: str) -> Pair:
    """A result of two tensors: what comes out and the weights it was made with."""
    items = as_sequence(got, called)
    if len(items) != 2:
        raise CheckFailedError("wrong type", f"{called} returned {len(items)} things, expected two: out and weights")
    return as_tensor(items[0], f"{called}: out"), as_tensor(items[1], f"{called}: weights")
