"""Fingerprints: a few numbers computed from a result, so that equal results are recognised without being stored."""

import math
from itertools import chain
from typing import Any

import torch
from torch import Tensor

from .show import Said, sort_of

Print = tuple[str, float, float, float]
ODD = {"nan": 1.0, "inf": 2.0, "-inf": 3.0}
LONGEST = 300  # characters of a value that is its own fingerprint
ABSOLUTE, RELATIVE = 2e-4, 1e-6


def print_of(value: Any) -> Print | None:
    """Return the form, two weighted sums of the finite numbers and one of the others; None if a value has no print."""
    if isinstance(value, Tensor):
        if value.device.type == "meta" or value.is_complex():
            return None
        kind = "bool" if value.dtype is torch.bool else "float" if value.is_floating_point() else "int"
        numbers = value.detach().double().flatten().tolist()
        return _summed(f"{kind}{list(value.shape)}", numbers)
    if sort_of(value) in ("a number", "True or False"):
        return _summed(sort_of(value), [float(value)])
    if isinstance(value, list | tuple) and (nested := _nested(value)) is not None:
        return _summed(f"{nested[0]} numbers", nested[1])
    if isinstance(value, dict | str) and not isinstance(value, Said) and len(repr(value)) <= LONGEST:
        return repr(value), 0.0, 0.0, 0.0
    return None


def _nested(value: Any) -> tuple[str, list[float]] | None:
    """Return the lengths of a list of numbers, or of lists of them, and all numbers; None if it has anything else."""
    if sort_of(value) == "a number":
        return "", [float(value)]
    parts = [_nested(item) for item in value] if isinstance(value, list | tuple) else [None]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    lengths = ", ".join(form for form, _ in found) if any(form for form, _ in found) else ""
    return f"[{lengths}]" if lengths else str(len(found)), [number for _, numbers in found for number in numbers]


def says_too_little(got: Any, expected: Any) -> bool:
    """Whether all numbers of a tensor are the same, as far as prints show: too many mistakes lead to such a result."""
    if not isinstance(got, Tensor) or not isinstance(expected, Tensor) or got.shape != expected.shape:
        return False
    if got.numel() < 2 or not got.is_floating_point() or got.device.type == "meta":
        return False
    numbers = got.detach().double().nan_to_num()
    return bool((numbers - numbers.flatten()[0]).abs().max() <= ABSOLUTE)


def alike(one: Print, other: Print) -> bool:
    """Whether two fingerprints are of the same result, whatever machine computed it."""
    return one[0] == other[0] and all(
        abs(a - b) <= ABSOLUTE + RELATIVE * abs(b) for a, b in zip(one[1:], other[1:], strict=True)
    )


def _summed(form: str, numbers: list[float]) -> Print:
    finite = [number if math.isfinite(number) else 0.0 for number in numbers]
    odd = [ODD.get(str(number), 0.0) for number in numbers]
    sums = chain((_weighted(finite, step) for step in (1.0, 2.3)), [_weighted(odd, 0.7)])
    return form, *(float(f"{total:.10g}") for total in sums)  # type: ignore[return-value]


def _weighted(numbers: list[float], step: float) -> float:
    return math.fsum(number * math.cos(step * place) for place, number in enumerate(numbers))
