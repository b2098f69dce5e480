"""Which failing examples show a mistake, and what is told of the expected number of a small one."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from autograder.checking.describe import describe_value, is_single_number
from autograder.checking.failures import CheckFailedError

VISIBLE = 0.05  # a smaller difference hardly shows among numbers of order 1
LARGEST_SHOWN = 8  # rows and columns of a matrix that a page shows
LARGEST_BY_HAND = 16  # numbers of a result that somebody would work out by hand


def shows_mistake(failure: CheckFailedError, example: Mapping[str, Any]) -> bool:
    """Whether somebody who reads this example sees what is wrong.

    Tensors of wrong values do not show it if a size is 1, if they differ too little, or if they are too large to be
    read; a number does not if all sizes are the same. Anything else is shown best by the smallest example.

    Args:
        failure: how the example failed.
        example: its arguments by name.
    """
    got, expected, wrong = failure.got, failure.expected, failure.wrong
    if is_plain_number(got) and is_plain_number(expected):
        sizes = [value for value in example.values() if type(value) is int]
        return len(sizes) < 2 or len(set(sizes)) > 1
    if wrong is None or not isinstance(got, Tensor) or not isinstance(expected, Tensor):
        return True
    if any(type(value) is int and value == 1 for value in example.values()):
        return False
    return wrong.numel() > 1 and max(got.shape[-2:]) <= LARGEST_SHOWN and _differs_visibly(got, expected)


def magnitude(failure: CheckFailedError, example: Mapping[str, Any]) -> int:
    """Return how large an example is: how many numbers it returns, or for a single one the sum of its sizes."""
    if isinstance(failure.got, Tensor):
        return failure.got.numel()
    return sum(abs(value) for value in example.values() if type(value) is int)


def is_plain_number(value: Any) -> bool:
    """Whether a value is a number of Python, and no truth value."""
    return type(value) in (int, float)


def _differs_visibly(got: Tensor, expected: Tensor) -> bool:
    if got.is_complex() or expected.is_complex():
        return True
    distance = (got.to(torch.float64) - expected.to(torch.float64)).abs()
    return bool((~(distance <= VISIBLE)).any())


def expected_number(failure: CheckFailedError) -> str:
    """Return the words that tell the right number of a small example; empty if it is not about a single number.

    A number for small arguments can be worked out by hand; to return it for these alone helps nobody.
    """
    got, expected = failure.got, failure.expected
    if failure.outcome != "wrong values":
        return ""
    if is_single_number(got) and is_single_number(expected):
        return f" (expected {describe_value(expected.item())})"
    return f" (expected {describe_value(expected)})" if is_plain_number(got) and is_plain_number(expected) else ""


def is_by_hand(failure: CheckFailedError) -> bool:
    """Whether the right result of an example is so small that it can be worked out by hand, and may be shown."""
    return isinstance(failure.expected, Tensor) and failure.expected.numel() <= LARGEST_BY_HAND
