"""Compares a result with the expected one: type, shape, dtype, finite, values, in this order."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from .drawing import Canvas, draw, first_of
from .show import bracket, labelled, show_number, sort_of

ORDER = ("wrong type", "wrong shape", "wrong dtype", "not finite", "wrong values")


@dataclass(frozen=True)
class Tolerance:
    """|got - expected| <= absolute + relative · |expected|."""

    absolute: float
    relative: float


@dataclass(frozen=True)
class Difference:
    """How one part of a result differs; `wrong` marks the numbers of a tensor that differ."""

    kind: str
    where: str
    got: Any
    expected: Any
    part: str = ""
    wrong: Tensor | None = None
    call: str = ""

    @property
    def called(self) -> str:
        """The call, and the part of its result that differs."""
        return self.call + self.part


class MismatchError(AssertionError):
    """A result differs from the expected one; the text shows called, got, expected and where."""

    def __init__(self, difference: Difference) -> None:
        super().__init__("\n".join(describe_difference(difference)))
        self.difference = difference


def assert_close(got: Any, expected: Any, *, atol: float = 1e-4, rtol: float = 1e-4, call: str) -> None:
    """Compare `got`, the result of `call`, with `expected`: tensors, numbers, and lists or tuples of them.

    Two numbers agree when `|got - expected| <= atol + rtol * |expected|`. The width of a dtype is not compared, its
    kind (float, int, bool) is; 15 and 15.0 are the same number, a tuple is as good as a list.

    Raises:
        MismatchError: they differ; the text fits on one screen.
    """
    __tracebackhide__ = True
    differences = list(find_differences(got, expected, Tolerance(atol, rtol)))
    if differences:
        raise MismatchError(replace(min(differences, key=lambda item: ORDER.index(item.kind)), call=call))


def describe_difference(difference: Difference, canvas: Canvas = Canvas()) -> list[str]:  # noqa: B008 - a frozen value
    """Return the lines called, got, expected and where, at most 80 columns wide."""
    return [
        difference.kind,
        *labelled("called", difference.called, most=2),
        *draw(difference.got, difference.expected, difference.wrong, canvas),
        *(labelled("where", difference.where, most=3) if difference.where else []),
    ]


def find_differences(got: Any, expected: Any, tolerance: Tolerance) -> Iterator[Difference]:
    """Yield at most one difference for each part of `expected`."""
    if isinstance(expected, Tensor):
        yield from _in_tensor(got, expected, tolerance)
    elif isinstance(expected, list | tuple):
        yield from _in_sequence(got, expected, tolerance)
    elif sort_of(expected) in ("a number", "True or False"):
        yield from _in_numbers(got, expected, tolerance)
    elif type(got) is not type(expected):
        yield Difference("wrong type", f"the result should be {sort_of(expected)}", got, expected)
    elif got != expected:
        yield Difference("wrong values", "the two are not equal", got, expected)


def _in_sequence(got: Any, expected: list[Any] | tuple[Any, ...], tolerance: Tolerance) -> Iterator[Difference]:
    if not isinstance(got, list | tuple):
        yield Difference("wrong type", f"the result should be {sort_of(expected)}", got, expected)
    elif len(got) != len(expected):
        yield Difference("wrong shape", f"{len(got)} items instead of {len(expected)}", got, expected)
    elif all(sort_of(item) == "a number" for item in expected):
        yield from _in_numbers(got, expected, tolerance)
    else:
        for place, (item, wanted) in enumerate(zip(got, expected, strict=True)):
            for difference in find_differences(item, wanted, tolerance):
                yield replace(difference, part=f"[{place}]{difference.part}")


def _in_numbers(got: Any, expected: Any, tolerance: Tolerance) -> Iterator[Difference]:
    """Compare one number, or a list of them."""
    alone = not isinstance(expected, list | tuple)
    items, wanted = ([got], [expected]) if alone else (got, expected)
    for place, (item, number) in enumerate(zip(items, wanted, strict=True)):
        if sort_of(item) != sort_of(number):
            name = "the result" if alone else f"item {place}"
            yield Difference("wrong type", f"{name} should be {sort_of(number)}, not {sort_of(item)}", got, expected)
            return
    a, b = (torch.tensor([float(number) for number in numbers], dtype=torch.float64) for numbers in (items, wanted))
    for difference in _in_values(a, b, tolerance):
        yield replace(difference, got=got, expected=expected)


def _in_tensor(got: Any, expected: Tensor, tolerance: Tolerance) -> Iterator[Difference]:
    if not isinstance(got, Tensor):
        yield Difference("wrong type", "the result should be a tensor", got, expected)
    elif got.shape != expected.shape:
        where = f"shape {tuple(got.shape)} instead of {tuple(expected.shape)}"
        yield Difference("wrong shape", where, got, expected)
    elif _kind(got) != _kind(expected):
        yield Difference("wrong dtype", f"{_kind(got)} instead of {_kind(expected)}", got, expected)
    elif got.device.type != expected.device.type:
        where = f"on the device {got.device.type} instead of {expected.device.type}"
        yield Difference("wrong type", where, got, expected)
    elif got.device.type != "meta":  # a tensor there has no values
        yield from _in_values(got.detach(), expected.detach(), tolerance)


def _in_values(got: Tensor, expected: Tensor, tolerance: Tolerance) -> Iterator[Difference]:
    a, b = _exact(got), _exact(expected)
    has_infinite = torch.isinf(b).any()  # then an infinite number elsewhere is a wrong value like others
    odd = (torch.isnan(a) if has_infinite else ~torch.isfinite(a)) & (a != b) & ~(torch.isnan(a) & torch.isnan(b))
    wrong = odd if odd.any() else ~torch.isclose(a, b, rtol=tolerance.relative, atol=tolerance.absolute, equal_nan=True)
    if not wrong.any():
        return
    kind = "not finite" if odd.any() else "wrong values"
    truths = expected.dtype is torch.bool
    where = _where(got, expected, wrong) if truths else f"{_where(a, b, wrong)}{_largest(a, b, wrong)}"
    yield Difference(kind, where, got, expected, wrong=wrong)


def _where(got: Tensor, expected: Tensor, wrong: Tensor) -> str:
    focus = first_of(wrong)
    number = f"{show_number(got[focus])} instead of {show_number(expected[focus])}"
    if wrong.numel() == 1:
        return number
    return f"first at {bracket(focus)}: {number}; {int(wrong.sum())} of {wrong.numel()} numbers differ"


def _largest(got: Tensor, expected: Tensor, wrong: Tensor) -> str:
    largest = (got - expected).abs()[wrong].max()
    word = "difference" if wrong.numel() == 1 else "largest difference"
    return f", {word} {show_number(largest)}" if torch.isfinite(largest) else ""


def _kind(value: Tensor) -> str:
    if value.dtype is torch.bool:
        return "bool"
    if value.is_complex():
        return "complex"
    return "float" if value.is_floating_point() else "int"


def _exact(value: Tensor) -> Tensor:
    return value.to(torch.complex128 if value.is_complex() else torch.float64)
