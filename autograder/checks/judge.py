"""The judgements that checks are made of, each in the order type, shape, dtype, finite, values."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from autograder.checks.answer import Answer, about_its_call
from autograder.checks.verdict import Verdict
from autograder.checks.wording import describe_value


@dataclass(frozen=True)
class Tolerance:
    """|got - expected| <= absolute + relative · |expected|."""

    absolute: float
    relative: float


# float32 values of order 1: accepts every right order of operations (exp of a difference, renormalising after softmax).
FLOAT32 = Tolerance(1e-4, 1e-4)
# float32 around 1e4: neighbouring numbers lie 1e-3 apart, which x - logsumexp(x) shows and x - max(x) does not.
LARGE = Tolerance(2e-3, 2e-3)
# float64: torch.sqrt(torch.tensor(d_k)) is a float32 constant in an otherwise exact program, hence not 1e-9.
FLOAT64 = Tolerance(1e-6, 1e-6)
# bfloat16 keeps 8 bits.
BFLOAT16 = Tolerance(4e-2, 4e-2)
# Figures printed with 4 decimals.
PRINTED = Tolerance(1.5e-4, 0.0)
# Numbers that a formula gives.
FORMULA = Tolerance(1e-6, 1e-5)


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
    name = f"{called}{': ' + what if what else ''}"
    got = as_tensor(got, name)
    if got.shape != expected.shape:
        raise Verdict(
            "wrong shape", f"{name} has shape {_shape(got)}, expected {_shape(expected)}", got=got, expected=expected
        )
    if (dtype is not None and got.dtype is not dtype) or _kind(got) != _kind(expected):
        wanted = dtype or expected.dtype
        raise Verdict(
            "wrong dtype", f"{name} has dtype {_name(got.dtype)}, expected {_name(wanted)}", got=got, expected=expected
        )
    if got.device.type != expected.device.type:
        raise Verdict("wrong type", f"{name} is on {got.device.type}, expected on {expected.device.type}")
    if got.device.type != "meta":
        _agree_values(got.detach(), expected.detach(), tolerance, name)


def as_tensor(got: Any, name: str) -> Tensor:
    """`got`, if it is a tensor."""
    if not isinstance(got, Tensor):
        kind = getattr(got, "type_name", type(got).__name__)
        raise Verdict(
            "wrong type",
            f"{name} is {'nothing (None)' if got is None else 'of type ' + kind}, expected a Tensor",
            got=got,
        )
    return got


def _agree_values(got: Tensor, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    a, b = _exact(got), _exact(expected)
    odd = ~torch.isfinite(a) & (a != b)
    if odd.any():
        place = _first(odd)
        count, first = int(odd.sum()), a[tuple(place)].item()
        text = f"{name} is not finite: {count} of {odd.numel()} values, first at {place}: {first}"
        raise Verdict("not finite", text, got=got, expected=expected, wrong=odd)
    same = torch.isinf(b) & (a == b)
    distance = torch.where(same, torch.zeros_like(a), (a - b).abs())
    wrong = ~(distance <= tolerance.absolute + tolerance.relative * b.abs().nan_to_num(0.0, 0.0, 0.0))
    if wrong.any():
        place = _first(wrong)
        count, largest = int(wrong.sum()), distance.max().item()
        text = (
            f"{name}: {count} of {wrong.numel()} values are wrong, first at {place}, largest difference {largest:.3g}"
        )
        raise Verdict("wrong values", text, got=got, expected=expected, wrong=wrong)


@about_its_call
def agree_number(answer: Answer, expected: float, tolerance: Tolerance = FORMULA) -> None:
    """The last value is this number, whatever its type: int, float, or a tensor or numpy scalar that holds one."""
    agree_plain(answer.value, expected, tolerance, called=answer.called)


def agree_plain(got: Any, expected: float, tolerance: Tolerance = FORMULA, *, called: str, what: str = "") -> None:
    """`got` is the number `expected`."""
    name = f"{called}{': ' + what if what else ''}"
    value = as_number(got, name)
    if isinstance(value, int) and abs(value) > 10**300:  # too large for a float, hence for any answer
        raise Verdict("wrong values", f"{name} is {describe_value(value)}", got=value, expected=expected)
    if not math.isfinite(value):
        raise Verdict("not finite", f"{name} is {value}", got=value, expected=expected)
    if abs(value - expected) > tolerance.absolute + tolerance.relative * abs(expected):
        raise Verdict("wrong values", f"{name} is {describe_value(value)}", got=value, expected=expected)


def as_number(got: Any, name: str) -> float:
    """`got` as a number, if it is one; a bool is none."""
    if (
        isinstance(got, Tensor)
        and got.numel() == 1
        and got.device.type != "meta"
        and got.dtype is not torch.bool
        and not got.is_complex()
    ):
        got = got.item()
    if isinstance(got, bool) or not isinstance(got, int | float):
        kind = getattr(got, "type_name", type(got).__name__)
        raise Verdict(
            "wrong type",
            f"{name} is {'nothing (None)' if got is None else 'of type ' + kind}, expected a number",
            got=got,
        )
    return got


@about_its_call
def agree_exactly(answer: Answer, expected: int) -> None:
    """A count: equal as a number (15 and 15.0), with no tolerance beyond what a float of its size can hold."""
    value = as_number(answer.value, answer.called)
    if value != expected:
        raise Verdict("wrong values", f"{answer.called} is {describe_value(value)}", got=value, expected=expected)


@about_its_call
def agree_numbers(answer: Answer, expected: Sequence[float], tolerance: Tolerance = FORMULA) -> None:
    """A tuple, list or Size of these numbers."""
    got = as_sequence(answer.value, answer.called)
    if len(got) != len(expected):
        raise Verdict(
            "wrong shape",
            f"{answer.called} has {len(got)} numbers, expected {len(expected)}",
            got=got,
            expected=expected,
        )
    for place, (item, wanted) in enumerate(zip(got, expected, strict=True)):
        agree_plain(item, wanted, tolerance, called=answer.called, what=f"number {place}")


def as_sequence(got: Any, name: str) -> Sequence[Any]:
    """`got`, if it is a list or tuple."""
    if isinstance(got, list | tuple):
        return got
    kind = getattr(got, "type_name", type(got).__name__)
    raise Verdict(
        "wrong type", f"{name} is {'nothing (None)' if got is None else 'of type ' + kind}, expected a list", got=got
    )


def hold(condition: object, message: str, outcome: str = "wrong values") -> None:
    """A judgement in the check's own words."""
    if not condition:
        raise Verdict(outcome, message)


def _exact(value: Tensor) -> Tensor:
    return value.to(torch.float64) if not value.is_complex() else value.to(torch.complex128).abs()


def _kind(value: Tensor) -> str:
    return (
        "float"
        if value.dtype.is_floating_point
        else "bool"
        if value.dtype is torch.bool
        else "complex"
        if value.is_complex()
        else "int"
    )


def _first(mask: Tensor) -> list[int]:
    return [int(index) for index in mask.nonzero()[0]]


def _shape(value: Tensor) -> str:
    return str(tuple(value.shape))


def _name(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


@about_its_call
def agree_gradients(
    answer: Answer, inputs: Sequence[Tensor], parameters: dict[str, Tensor], tolerance: Tolerance = FLOAT64
) -> None:
    """Gradients of the inputs that ask for them, in order, and of the named parameters."""
    hold(answer.connected or not (inputs or parameters), f"no gradient flows through {answer.called}")
    got = answer.input_grads
    hold(len(got) == len(inputs), f"{answer.called}: {len(got)} inputs have gradients, expected {len(inputs)}")
    for place, (grad, expected) in enumerate(zip(got, inputs, strict=True)):
        _agree_gradient(grad, expected, tolerance, f"{answer.called}: the gradient of input {place}")
    for name, expected in parameters.items():
        _agree_gradient(
            answer.parameter_grads.get(name), expected, tolerance, f"{answer.called}: the gradient of {name}"
        )


def _agree_gradient(grad: Any, expected: Tensor, tolerance: Tolerance, name: str) -> None:
    if grad is None and not expected.any():
        return
    hold(grad is not None, f"{name} is missing")
    agree_tensor(grad, expected, tolerance, called=name)


@about_its_call
def agree_raised(answer: Answer, kind: str, *, mention: str = "") -> None:
    """The call ended with this exception (or a subclass of it), and its text holds `mention`."""
    raised = answer.raised
    if raised is None or raised.get("not_attempted"):
        answer.report  # noqa: B018 - not attempted, not defined: that is the verdict then
        raise Verdict("wrong values", f"{answer.called} raises nothing, expected {kind}")
    hold(kind in raised.get("chain", ()), f"{answer.called} raises {raised.get('type')}, expected {kind}")
    hold(
        mention in str(raised.get("text")), f"{answer.called} raises {kind} with a text that does not say what is wrong"
    )
