"""What checks of derivations share: counts, other numbers, contents of tensors, and witnesses."""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.answer import Answer
from autograder.checking.assertions import (
    FLOAT32,
    FORMULA,
    Tolerance,
    as_sequence,
    as_tensor,
    assert_number,
    assert_tensor,
    require,
)
from autograder.checking.describe import describe_dtype, name_part
from autograder.checking.failures import CheckFailedError
from autograder.checking.robustness import assert_pure

SIZES = st.integers(1, 40)
# A count that went through float64 on the way (T² / 2 + T / 2) is right, one that lost its last digits is not.
COUNT = Tolerance(1e-3, 0.0)
# Numbers that may be tiny or huge.
RELATIVE = Tolerance(0.0, 1e-5)
MOST_ROWS, MOST_NUMBERS = 4096, 1 << 20  # of a tensor of a witness
WHOLE_NUMBERS = "Compute with whole numbers that may grow beyond 32 bits."
TEXT_NAMES = "Compare the names of the arguments with the text."


def assert_count(answer: Answer, expected: int) -> None:
    """A whole number, whatever its type."""
    assert_number(answer, expected, COUNT)


def assert_formula(
    ask: Callable[..., Answer],
    oracle: Callable[..., float],
    *places: tuple[float, ...],
    tolerance: Tolerance = FORMULA,
) -> None:
    """The function is the oracle at each of these places."""
    for place in places:
        assert_number(ask(*place), oracle(*place), tolerance)


def assert_contents(answer: Answer, expected: Tensor) -> None:
    """The tensor `expected`, in any width."""
    assert_content(answer.value, expected, called=answer.called)


def assert_content(got: Any, expected: Tensor, *, called: str, what: str = "") -> None:
    """One tensor; whole numbers count by value here, as `has_floats` looks at the dtype."""
    tensor = as_tensor(got, name_part(called, what))
    assert_tensor(_as_float(tensor), expected, FLOAT32, called=called, what=what)


def has_floats(answer: Answer) -> None:
    """Every tensor of the result has a float dtype."""
    value = answer.value
    for item in value if isinstance(value, list | tuple) else [value]:
        dtype = as_tensor(item, answer.called).dtype
        width = f"{answer.called} has dtype {describe_dtype(dtype)}, expected a float dtype"
        require(dtype.is_floating_point, width, "wrong dtype")


def keeps_still(answer: Answer) -> None:
    """A tensor of floats, and no side effects."""
    has_floats(answer)
    assert_pure(answer)


def witness(answer: Answer, *names: str) -> list[Tensor]:
    """The named tensors of a witness in float64, finite; a matrix has 2 dimensions, a vector (small b) has 1."""
    got = as_sequence(answer.value, answer.called)
    wanted = f"{answer.called} gives {len(got)} values, expected {len(names)}: {', '.join(names)}"
    require(len(got) == len(names), wanted, "wrong shape")
    return [_part(item, name, answer.called) for item, name in zip(got, names, strict=True)]


def _part(got: Any, name: str, called: str) -> Tensor:
    """One of them, small enough to be looked at."""
    tensor = _as_float(as_tensor(got, f"{called}: {name}"))
    dims = 1 if name.startswith("b") else 2
    shape = f"{called}: {name} has shape {tuple(tensor.shape)}, expected {dims} dimension{'s' if dims > 1 else ''}"
    require(tensor.dim() == dims and tensor.numel() > 0, shape, "wrong shape")
    size = f"{called}: {name} has {tensor.numel()} numbers in {len(tensor)} rows; a smaller example will do"
    require(tensor.numel() <= MOST_NUMBERS and len(tensor) <= MOST_ROWS, size, "wrong shape")
    plain = tensor.dtype.is_floating_point and tensor.device.type == "cpu"
    found = f"dtype {describe_dtype(tensor.dtype)} on {tensor.device.type}"
    width = f"{called}: {name} has {found}, expected a float dtype on cpu"
    require(plain, width, "wrong dtype")
    if not tensor.isfinite().all():
        raise CheckFailedError("not finite", f"{called}: {name} is not finite", got=tensor)
    return tensor


def fit(answer: Answer, sizes: Sequence[int], others: Sequence[int], what: str) -> None:
    """Sizes that must be equal for the products to exist."""
    require(list(sizes) == list(others), f"{answer.called}: {what}: {list(sizes)} and {list(others)}", "wrong shape")


def _as_float(tensor: Tensor) -> Tensor:
    whole = tensor.dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
    return tensor.detach().to(torch.float64) if whole or tensor.is_floating_point() else tensor
