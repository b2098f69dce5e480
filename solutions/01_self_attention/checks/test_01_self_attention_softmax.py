"""Hidden checks of 01_self_attention: softmax."""

import math
from functools import partial

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import LARGE, PRINTED, assert_close, require
from autograder.checking.layers import gradients
from autograder.checking.own_values import (
    KEEP_NAMES,
    Plain,
    assert_again,
    assert_by_name,
    assert_elsewhere,
    assert_in_widths,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_each, assert_gradients_in_double, assert_on_meta, assert_pure
from autograder.checking.samples import MOST_TOKENS, leaf, sample
from autograder.checking.student import Student
from solutions.shared.figures import SOFTMAX_123
from solutions.shared.reference.attention import softmax

SMALLEST = torch.finfo(torch.float32).min
SHAPES = st.lists(st.integers(2, 4), min_size=1, max_size=4)


@check("softmax.values", "rows of a matrix, in every call", points=1.0, hint="What do the entries of one row sum to?")
def test_softmax_values(student: Student) -> None:
    for entries, scale in ((7, 1.0), (7, 4.0), (MOST_TOKENS, 4.0)):
        z = sample(3, entries, seed=1, scale=scale)
        assert_close(student.softmax(z), softmax(z, -1))
    several = [sample(*shape, seed=seed) for seed, shape in ((8, (3, 5)), (9, (3, 5)), (10, (2, 5)))]
    assert_each(student.definition("softmax").calls(*((z,) for z in several)), [softmax(z, -1) for z in several])


@check("softmax.dim", "along any dimension", points=0.6, hint="Which entries compete with each other?")
@given(shape=SHAPES, back=st.integers(0, 3), negative=st.booleans())
def test_softmax_dim(student: Student, shape: list[int], back: int, negative: bool) -> None:
    z, dim = sample(*shape, seed=2), len(shape) - 1 - back % len(shape)
    asked = dim - len(shape) if negative else dim
    assert_close(student.softmax(z, asked), softmax(z, dim))


@check("softmax.gradient", "gradients along any dimension", points=1.0, hint="Stay in torch, and detach nothing.")
def test_softmax_gradient(student: Student) -> None:
    z, cotangent = (sample(2, 5, 3, seed=seed, dtype=torch.float64) for seed in (3, 4))
    for dim in (-1, 1):
        expected = gradients(partial(softmax, dim=dim), [z], [cotangent])

        def ask(dtype: torch.dtype, dim: int = dim) -> Answer:
            return student.softmax(leaf(z, dtype), dim, cotangents=[cotangent.to(dtype)])  # type: ignore[no-any-return]

        assert_gradients_in_double(ask, expected)


@check("softmax.shift", "a constant added to a slice changes nothing", points=0.3, hint="Which constant cancels out?")
@given(rows=st.integers(2, 4), columns=st.integers(2, 5), shift=st.integers(-20, 20))
def test_softmax_shift(student: Student, rows: int, columns: int, shift: int) -> None:
    z = sample(rows, columns, seed=5)
    shifts = shift * (-1.0) ** torch.arange(columns)
    assert_close(student.softmax(z + shifts, 0), softmax(z, 0))


@check("softmax.printed", "the figures for 1, 2, 3", points=0.1, hint="Compare with the printed figures.")
def test_softmax_printed(student: Student) -> None:
    assert_close(student.softmax(torch.tensor([1.0, 2.0, 3.0])), SOFTMAX_123, PRINTED)


@check(
    "softmax.large_entries",
    "entries of ±1e4 give the right finite numbers",
    points=0.25,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_softmax_large_entries(student: Student) -> None:
    known = plain_shares(student)
    rows = [[1e4, 1e4 - 1, -1e4, 0.0], [-1e4, -1e4 + 1, -1e4 + 2, -1e4], [0.0, 1.0, 1e4, 9998.0]]
    z = torch.tensor(rows)
    assert_elsewhere(student.softmax(z), known, softmax(z, -1), LARGE)


def plain_shares(student: Student) -> Plain:
    """What the student's softmax does with a small matrix."""
    z = sample(3, 4, seed=11)
    return plain(student.softmax(z), softmax(z, -1))


@check(
    "softmax.rows_far_apart",
    "slices of very different size do not disturb each other",
    points=0.2,
    level="robustness",
    hint="Each slice has a maximum of its own.",
)
def test_softmax_rows_far_apart(student: Student) -> None:
    known = plain_shares(student)
    z = torch.tensor([[0.0, 1.0, 0.5], [900.0, 901.0, 899.0], [-800.0, -802.0, -800.0]])
    assert_elsewhere(student.softmax(z), known, softmax(z, -1), LARGE)
    assert_elsewhere(student.softmax(z.T, 0), known, softmax(z.T, 0), LARGE)


@check(
    "softmax.minus_infinity",
    "-inf beside finite entries gets exactly 0, however negative they are",
    points=0.2,
    level="robustness",
    hint="What is exp of minus infinity?",
)
def test_softmax_minus_infinity(student: Student) -> None:
    known = plain_shares(student)
    rows = [[0.5, -math.inf, 1.5, -0.5], [-math.inf, -math.inf, -2.0, -1.0], [-math.inf, 3.0, 0.0, 1.0]]
    rows += [[-math.inf, SMALLEST, -math.inf, -math.inf], [SMALLEST, -math.inf, 0.0, 1.0]]
    z = torch.tensor(rows)
    answer = student.softmax(z)
    assert_elsewhere(answer, known, softmax(z, -1))
    require(not answer.value[torch.isinf(z)].any(), f"{answer.called}: an entry of -inf does not get exactly 0")


@check(
    "softmax.width_and_device",
    "dtype and device follow the input",
    points=0.1,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_softmax_width_and_device(student: Student) -> None:
    (z,) = rounded(sample(3, 5, seed=6))
    assert_in_widths(lambda dtype: student.softmax(z.to(dtype), 0), plain(student.softmax(z, 0), softmax(z, 0)))
    assert_on_meta(student.softmax(z.to("meta")), 3, 5)


@check(
    "softmax.leaves_alone",
    "the input stays as it is, however it lies in memory",
    points=0.1,
    level="robustness",
    hint="Write into a new tensor.",
)
def test_softmax_leaves_alone(student: Student) -> None:
    z = sample(2, 5, 4, seed=7).transpose(-2, -1)
    known = plain(student.softmax(z.contiguous(), 1), softmax(z, 1))
    answer = student.softmax(z, 1)
    assert_again(answer, known)
    assert_pure(answer)


@check(
    "softmax.sizes_of_one",
    "sizes of one keep their place",
    points=0.1,
    level="robustness",
    hint="Does the result have the shape of the input?",
)
def test_softmax_sizes_of_one(student: Student) -> None:
    known = plain_shares(student)
    for shape, dim in (((1, 3, 1), 1), ((1, 4), 0), ((1,), 0), ((2, 1, 1), -1), ((1, 3), 1), ((3, 1), 0), ((3, 1), 1)):
        z = sample(*shape, seed=8)
        assert_elsewhere(student.softmax(z, dim), known, softmax(z, dim))


@check(
    "softmax.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_softmax_names(student: Student) -> None:
    z = sample(2, 3, seed=12)
    assert_by_name(student.softmax(dim=0, z=z), student.softmax(z, 0))
