"""The judgements on plain numbers and lists of them, each in the order type, length, finite, value."""

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checks.answer import Answer, about_its_call
from autograder.checks.tolerances import FORMULA, Tolerance
from autograder.checks.verdict import Verdict
from autograder.checks.wording import describe_type, describe_value, name_part

TOO_LARGE = 10**300  # for a float, hence for any answer


@about_its_call
def agree_number(answer: Answer, expected: float, tolerance: Tolerance = FORMULA) -> None:
    """The last value is this number, whatever its type: int, float, or a tensor or numpy scalar that holds one."""
    agree_plain(answer.value, expected, tolerance, called=answer.called)


def agree_plain(got: Any, expected: float, tolerance: Tolerance = FORMULA, *, called: str, what: str = "") -> None:
    """`got` is the number `expected`; `what` names it when it is not the result itself."""
    name = name_part(called, what)
    value = as_number(got, name)
    if isinstance(value, int) and abs(value) > TOO_LARGE:
        raise Verdict("wrong values", f"{name} is {describe_value(value)}", got=value, expected=expected)
    if not math.isfinite(value):
        raise Verdict("not finite", f"{name} is {value}, expected a finite number", got=value, expected=expected)
    if abs(value - expected) > tolerance.absolute + tolerance.relative * abs(expected):
        raise Verdict("wrong values", f"{name} is {describe_value(value)}", got=value, expected=expected)


@about_its_call
def agree_numbers(answer: Answer, expected: Sequence[float], tolerance: Tolerance = FORMULA) -> None:
    """A tuple, list or Size of these numbers."""
    got = as_sequence(answer.value, answer.called)
    if len(got) != len(expected):
        text = f"{answer.called} has {len(got)} numbers, expected {len(expected)}"
        raise Verdict("wrong shape", text, got=got, expected=expected)
    for place, (item, wanted) in enumerate(zip(got, expected, strict=True)):
        agree_plain(item, wanted, tolerance, called=answer.called, what=f"number {place}")


def as_number(got: Any, name: str) -> float:
    """`got` as a number, if it is one; a bool is none."""
    value = got.item() if isinstance(got, Tensor) and _holds_a_number(got) else got
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Verdict("wrong type", f"{name} is {describe_type(value)}, expected a number", got=value)
    return value


def as_sequence(got: Any, name: str) -> Sequence[Any]:
    """`got`, if it is a list or tuple."""
    if not isinstance(got, list | tuple):
        raise Verdict("wrong type", f"{name} is {describe_type(got)}, expected a list or tuple", got=got)
    return got


def _holds_a_number(tensor: Tensor) -> bool:
    known = tensor.numel() == 1 and tensor.device.type != "meta"
    return known and tensor.dtype is not torch.bool and not tensor.is_complex()
