"""Compares what two programs answered to the same requests: whether it is the same up to rounding."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from autograder.checking.assertions import BFLOAT16, FLOAT32, FLOAT64, FORMULA, Tolerance
from autograder.sandbox.guest.unsent import UnsentTensor, same_unsent
from autograder.sandbox.host.target import CallResponse, NoResponse

TOLERANCES = {torch.float64: FLOAT64, torch.bfloat16: BFLOAT16, torch.float16: BFLOAT16}


def same_response(one: CallResponse | NoResponse, other: CallResponse | NoResponse) -> bool:
    """Whether two programs returned the same values and gradients, or both raised an exception.

    What is printed, which parameters there are, and all else that is no value or gradient are no answers here.
    """
    if isinstance(one, NoResponse) or isinstance(other, NoResponse):
        return False
    ends = ("raised", "misfit", "unsendable")
    if any((end in one) != (end in other) for end in ends):
        return False
    return _same_calls(one.get("calls"), other.get("calls")) and equal_values(one.get("grads"), other.get("grads"))


def _same_calls(one: Any, other: Any) -> bool:
    if not isinstance(one, list) or not isinstance(other, list) or len(one) != len(other):
        return False
    return all(_same_call(a, b) for a, b in zip(one, other, strict=True))


def _same_call(one: Any, other: Any) -> bool:
    if not isinstance(one, Mapping) or not isinstance(other, Mapping):
        return False
    return equal_values(one.get("value"), other.get("value")) and equal_values(_weights(one), _weights(other))


def _weights(call: Mapping[str, Any]) -> list[Any]:
    """Return the weights of the models among the arguments, after the call."""
    models = call.get("models", ())
    return [item.get("weights") for item in models if isinstance(item, Mapping)]


def equal_values(one: Any, other: Any) -> bool:
    """Whether two values are the same numbers in the same places, up to rounding; NaN is the same as NaN."""
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        return _same_tensor(one, other)
    if _is_number(one) and _is_number(other):
        return _same_number(float(one), float(other))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return _same_items(one, other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(equal_values(one[key], other[key]) for key in one)
    return type(one) is type(other) and bool(one == other)


def _same_items(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(map(equal_values, one, other))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, Tensor) and value.ndim == 0 and not value.is_complex())


def _same_number(one: float, other: float) -> bool:
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return one == other or math.isclose(one, other, rel_tol=FORMULA.relative, abs_tol=FORMULA.absolute)


def _same_tensor(one: Tensor, other: Tensor) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if isinstance(one, UnsentTensor) or isinstance(other, UnsentTensor):
        return same_unsent(one, other)
    if not one.is_floating_point():
        return torch.equal(one, other)
    near: Tolerance = TOLERANCES.get(one.dtype, FLOAT32)
    return bool(torch.isclose(one, other, near.relative, near.absolute, equal_nan=True).all())
