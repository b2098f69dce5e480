"""The judgements on tensors that checks are made of, each in the order type, shape, dtype, device, finite, values."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.answer import Answer, about_its_call
from autograder.checks.tolerances import FLOAT32, FLOAT64, Tolerance
from autograder.checks.verdict import Verdict
from autograder.checks.wording import describe_dtype, describe_type, name_part
from autograder.sandbox.student_text import quoted, told_shape

COUNTED = ("first", "second", "third")
ANY_WIDTH = {"bool": "bool", "complex": "a complex dtype", "float": "a float dtype", "int": "an integer dtype"}


def hold(condition: object, message: str, outcome: str = "wrong values") -> None:
    """A judgement in the check's own words."""
    if not condition:
        raise Verdict(outcome, message)


@about_its_call
def agree(
    answer: Answer, expected: Tensor, tolerance: Tolerance = FLOAT32, *, dtype: torch.dtype | None = None
) -> None:
    """The last value of `answer` is the tensor `expected`; any float width is right unless `dtype` names one."""
    agree_tensor(answer.value, expected, tolerance, called=answer.called, dtype=dtype)


def agree_tensor(
    got: Any, expected: Tensor, tolerance: Tolerance, *, called: str, dtype: torch.dtype | None = None, what: str = ""
) -> None:
    """`got` is the tensor `expected`; `what` names it when it is not the result itself."""
    name = name_part(called, what)
    got = as_tensor(got, name)
    if got.shape != expected.shape:
        text = f"{name} has shape {_shape(got)}, expected {_shape(expected)}"
        raise Verdict("wrong shape", text, got=got, expected=expected)
    if (dtype is not None and got.dtype is not dtype) or _kind(got) != _kind(expected):
        wanted = describe_dtype(dtype) if dtype else ANY_WIDTH[_kind(expected)]
        text = f"{name} has dtype {describe_dtype(got.dtype)}, expected {wanted}"
        raise Verdict("wrong dtype", text, got=got, expected=expected)
    if got.device.type != expected.device.type:
        raise Verdict("wrong type", f"{name} is on {got.device.type}, expected on {expected.device.type}")
    if got.device.type != "meta":
        _agree_finite(got.detach(), expected.detach(), name)
        _agree_values(got.detach(), expected.detach(), tolerance, name)


def as_tensor(got: Any, name: str) -> Tensor:
    """`got`, if it is a tensor."""
    if not isinstance(got, Tensor):
        raise Verdict("wrong type", f"{name} is {describe_type(got)}, expected a Tensor", got=got)
    return got


@about_its_call
def agree_gradients(
    answer: Answer, inputs: Sequence[Tensor], parameters: dict[str, Tensor], tolerance: Tolerance = FLOAT64
) -> None:
    """Gradients of the inputs that ask for them, in order, and of the named parameters."""
    called = answer.called
    hold(answer.connected or not (inputs or parameters), f"no gradient flows through {called}")
    for place, (grad, expected) in enumerate(zip(answer.input_grads, inputs, strict=True)):
        _agree_gradient(grad, expected, tolerance, f"{called}: the gradient of the {COUNTED[place]} input")
    for name, expected in parameters.items():
        _agree_gradient(answer.parameter_grads.get(name), expected, tolerance, f"{called}: the gradient of {name}")


@about_its_call
def agree_raised(answer: Answer, kind: str, *, mention: str = "") -> None:
    """The call ended with this exception (or a subclass of it), and its text holds `mention`."""
    called, raised = answer.called, answer.raised
    if raised is None or raised.get("not_attempted"):
        answer.report  # noqa: B018 - not attempted, not defined: that is the verdict then
        raise Verdict("wrong values", f"{called} raises nothing, expected {kind}")
    hold(kind in raised.get("chain", ()), f"{called} raises {quoted(raised.get('type'))}, expected {kind}")
    hold(mention in str(raised.get("text")), f"{called} raises {kind} with a text that does not name {mention!r}")


def _agree_gradient(grad: Any, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    if grad is None and not expected.any():
        return
    hold(grad is not None, f"{name} is missing")
    agree_tensor(grad, expected, tolerance, called=name)


def _agree_finite(got: Tensor, expected: Tensor, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    odd = ~torch.isfinite(a) & (a != b)
    if odd.any():
        place = _first(odd)
        count, first = int(odd.sum()), a[tuple(place)].item()
        text = f"{name} is not finite: {count} of {odd.numel()} values, first at {place}: {first}"
        raise Verdict("not finite", text, got=got, expected=expected, wrong=odd)


def _agree_values(got: Tensor, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    same = torch.isinf(b) & (a == b)
    distance = torch.where(same, torch.zeros_like(a), (a - b).abs())
    wrong = ~(distance <= tolerance.absolute + tolerance.relative * b.abs().nan_to_num(0.0, 0.0, 0.0))
    if wrong.any():
        text = f"{name}: {_how_many(wrong)}{_how_far(distance)}"
        raise Verdict("wrong values", text, got=got, expected=expected, wrong=wrong)


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
    return told_shape(value.shape)
