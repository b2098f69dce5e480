"""Reads what a submission returned for a probe as tensors, and compares such values."""

from collections.abc import Sequence
from typing import Any, Final

import torch
from torch import Tensor

from autograder.checking.samples import MOST_TOKENS
from autograder.sandbox.host.target import CallResponse, NoResponse

Value = tuple[Tensor, ...]
RAISED: Final = "raised"  # the call ended with an exception
VARIES: Final = "varies"  # equal calls gave different values, although the right ones give equal values
SLIPS = frozenset({"NameError", "AttributeError", "ImportError", "SyntaxError"})  # typing errors, no misunderstanding
REFUSALS = frozenset({"AssertionError"})  # raised on purpose: they say nothing about what would be computed
Observed = Value | str

ABSOLUTE, RELATIVE = 1e-4, 1e-4  # as the checks compare float32 values of order 1
LARGEST = MOST_TOKENS**2  # entries; no right answer to a probe has more
LARGEST_INT = 10**300  # larger ones cannot be converted to float
FAR = 1e4
FEW = 12  # with fewer different numbers, two edits could explain anything


def read_observed(report: CallResponse | NoResponse, *, draws: bool = False) -> Observed | None:
    """Return the value of the last call, `RAISED`, or None if nothing can be concluded.

    Args:
        report: the response to a request of equal calls.
        draws: whether the exercise draws random numbers: then that the values differ is evidence too (`VARIES`).
    """
    if isinstance(report, NoResponse) or not report.get("defined") or "unsendable" in report:
        return None
    raised = report.get("raised")
    if raised is not None:
        return None if not isinstance(raised, dict) or _is_uninformative(raised) else RAISED
    calls = report.get("calls")
    if not isinstance(calls, list) or not calls or not isinstance(calls[-1], dict):
        return None
    values = [as_value(call.get("value")) for call in calls if isinstance(call, dict)]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    if all(agrees(known[0], one) for one in known):
        return known[-1]
    return VARIES if draws else None


def _is_uninformative(raised: dict[str, Any]) -> bool:
    chain = raised.get("chain")
    if raised.get("not_attempted"):
        return True
    return isinstance(chain, list) and any(isinstance(name, str) and name in SLIPS | REFUSALS for name in chain)


def as_value(value: Any) -> Value | None:
    """Convert tensors, numbers, lists of numbers and tuples of tensors to float64 tensors; anything else gives None.

    A tuple of tensors inside of a tuple, such as a cache beside a result, counts as its tensors.
    """
    if isinstance(value, Tensor):
        plain = not value.is_complex() and value.numel() <= LARGEST
        return (value.detach().to(torch.float64),) if plain else None
    if isinstance(value, int) and abs(value) > LARGEST_INT:
        return None
    if isinstance(value, int | float):
        return (torch.tensor(float(value), dtype=torch.float64),)
    if not isinstance(value, list | tuple) or not 0 < len(value) <= LARGEST:
        return None
    parts = [as_value(item) for item in value]
    if None in parts:
        return None
    inner = [item for item, part in zip(value, parts, strict=True) if part is not None and len(part) > 1]
    if inner and not all(isinstance(item, tuple) for item in (value, *inner)):
        return None
    tensors = [tensor for part in parts if part is not None for tensor in part]
    if len(tensors) == len(parts) and all(tensor.ndim == 0 for tensor in tensors):
        return (torch.stack(tensors),)
    return tuple(tensors)


def returned_bools(report: CallResponse | NoResponse) -> bool:
    """Whether the last call returned a tensor of truth values."""
    calls = None if isinstance(report, NoResponse) else report.get("calls")
    value = calls[-1].get("value") if isinstance(calls, list) and calls and isinstance(calls[-1], dict) else None
    return isinstance(value, Tensor) and value.dtype is torch.bool


def agrees(predicted: Observed, seen: Observed) -> bool:
    """Whether both raised, both vary, or both are the same numbers (NaN where NaN) in the same shapes."""
    if isinstance(predicted, str) or isinstance(seen, str):
        return isinstance(predicted, str) and predicted == seen
    if len(predicted) != len(seen):
        return False
    return all(map(close, predicted, seen))


def close(a: Tensor, b: Tensor) -> bool:
    """Whether both have the same shape and, within the accuracy of float32, the same numbers."""
    return a.shape == b.shape and bool(torch.isclose(a, b, RELATIVE, ABSOLUTE, equal_nan=True).all())


def finite(values: Tensor) -> Tensor:
    """Replace NaN and infinity by large numbers, so that distances can be measured."""
    return values.nan_to_num(FAR / 2, FAR, -FAR)


def regular(seen: Sequence[Observed]) -> bool:
    """Whether every probe returned finite numbers."""
    return all(not isinstance(item, str) and all(bool(part.isfinite().all()) for part in item) for item in seen)


def informative(seen: Sequence[Observed]) -> bool:
    """Whether there are enough different finite numbers to distinguish pairs of edits."""
    parts = [part.flatten() for item in seen if not isinstance(item, str) for part in item]
    numbers = torch.cat(parts) if parts else torch.empty(0)
    numbers = numbers[numbers.isfinite()]
    return len(torch.unique((numbers * 1e3).round())) >= FEW
