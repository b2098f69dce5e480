"""Assertions for derivation exercises: counts, formulas, contents of tensors, and witnesses (requested examples)."""

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
from autograder.checking.student import Question
from autograder.sandbox.host.student_text import detail
from autograder.wording import counted

SIZES = st.integers(1, 40)
# Accepts a count computed in float64 (T² / 2 + T / 2), but not one that lost its last digits.
COUNT = Tolerance(1e-3, 0.0)
MOST_ROWS, MOST_NUMBERS = 4096, 1 << 20  # of a tensor of a witness
WHOLE_NUMBERS = "Compute with whole numbers that may grow beyond 32 bits."
WITNESS_SEEDS = range(1, 11)  # a witness may draw, so it is asked for after each of them
TEXT_NAMES = "Compare the names of the arguments with the text."


def assert_count(answer: Answer, expected: int) -> None:
    """Require that the last value is this integer, of any numeric type."""
    assert_number(answer, expected, COUNT)


def assert_formula(
    ask: Callable[..., Answer],
    oracle: Callable[..., float],
    *places: tuple[float, ...],
    tolerance: Tolerance = FORMULA,
) -> None:
    """Require that a function equals its reference at each of these points.

    Args:
        ask: calls the function of the submission, such as `student.score_variance`.
        oracle: the reference.
        places: the arguments of each call.
        tolerance: for the numbers.
    """
    for place in places:
        assert_number(ask(*place), oracle(*place), tolerance)


def assert_contents(answer: Answer, expected: Tensor, tolerance: Tolerance = FLOAT32) -> None:
    """Require that the last value is the tensor `expected`, in any numeric dtype."""
    assert_content(answer.value, expected, tolerance, called=answer.called)


def assert_content(got: Any, expected: Tensor, tolerance: Tolerance = FLOAT32, *, called: str, what: str = "") -> None:
    """Require that `got` is the tensor `expected`; integers pass too, on either side (see `assert_float_dtypes`)."""
    tensor = as_tensor(got, name_part(called, what))
    assert_tensor(_as_float(tensor), _as_float(expected), tolerance, called=called, what=what)


def assert_float_dtypes(answer: Answer) -> None:
    """Require that every tensor of the result has a float dtype, the same for all."""
    value = answer.value
    items = value if isinstance(value, list | tuple) else [value]
    dtypes = [as_tensor(item, answer.called).dtype for item in items]
    for dtype in dtypes:
        width = f"{answer.called} has dtype {describe_dtype(dtype)}, expected a float dtype"
        require(dtype.is_floating_point, width, "wrong dtype")
        mixed = f"{answer.called} mixes {describe_dtype(dtypes[0])} and {describe_dtype(dtype)}, which have no product"
        require(dtype is dtypes[0], mixed, "wrong dtype")


def assert_pure_floats(answer: Answer) -> None:
    """Require float dtypes in the result and no side effects (`assert_pure`)."""
    assert_float_dtypes(answer)
    assert_pure(answer)


def witness(answer: Answer, *names: str) -> list[Tensor]:
    """Return the named tensors of a witness in float64; fail unless they are finite and of the right dimensions.

    A tensor whose name begins with `b` is a vector, any other is a matrix.
    """
    got = as_sequence(answer.value, answer.called)
    wanted = f"{answer.called} gives {detail(len(got))} values, expected {detail(len(names))}: {', '.join(names)}"
    require(len(got) == len(names), wanted, "wrong shape")
    return [_part(item, name, answer.called) for item, name in zip(got, names, strict=True)]


def assert_at_every_seed(question: Question, shows: Callable[[Answer], object]) -> None:
    """Require that a witness shows what it is for at every seed, and that it seeds and changes nothing.

    Args:
        question: for the function without arguments that gives the witness.
        shows: fails unless an answer shows it.
    """
    numbers: list[list[float]] = []
    for seed in WITNESS_SEEDS:
        answer = question.seeded(seed).calls((), ())
        shows(answer)
        assert_pure(answer, may_draw=True)
        numbers.append(answer.next_numbers)
    seeded = any(len(set(drawn)) < len(drawn) for drawn in zip(*numbers, strict=False))
    require(not seeded, f"{answer.called} seeds a generator of Python or numpy", symptom="generator seeded")


def _part(got: Any, name: str, called: str) -> Tensor:
    """Return one tensor of a witness; fail if it is too large to be checked."""
    tensor = _as_float(as_tensor(got, f"{called}: {name}"))
    dims = 1 if name.startswith("b") else 2
    shape = f"{called}: {name} has shape {detail(tuple(tensor.shape))}, expected {detail(counted(dims, 'dimension'))}"
    require(tensor.dim() == dims and tensor.numel() > 0, shape, "wrong shape")
    numbers = f"{detail(tensor.numel())} numbers in {detail(len(tensor))} rows"
    size = f"{called}: {name} has {numbers}; a smaller example will do"
    require(tensor.numel() <= MOST_NUMBERS and len(tensor) <= MOST_ROWS, size, "wrong shape")
    plain = tensor.dtype.is_floating_point and tensor.device.type == "cpu"
    actual = f"dtype {describe_dtype(tensor.dtype)} on {tensor.device.type}"
    width = f"{called}: {name} has {actual}, expected a float dtype on cpu"
    require(plain, width, "wrong dtype")
    if not tensor.isfinite().all():
        raise CheckFailedError("not finite", f"{called}: {name} is not finite", got=tensor)
    return tensor


def assert_sizes_match(answer: Answer, sizes: Sequence[int], others: Sequence[int], what: str) -> None:
    """Require equal sizes, without which the products do not exist; `what` names them in the message."""
    require(
        list(sizes) == list(others),
        f"{answer.called}: {what}: {detail(list(sizes))} and {detail(list(others))}",
        "wrong shape",
    )


def _as_float(tensor: Tensor) -> Tensor:
    whole = tensor.dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
    return tensor.detach().to(torch.float64) if whole or tensor.is_floating_point() else tensor
