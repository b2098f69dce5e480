"""Hidden checks of 01_self_attention: softmax."""

import math
from functools import partial

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import LARGE, PRINTED, assert_close, require
from autograder.checking.own_values import (
    Plain,
    assert_elsewhere,
    plain,
)
from autograder.checking.registry import check
from autograder.checking.samples import sample
from autograder.checking.specs import CheckText, spec
from autograder.checking.student import Student
from solutions.shared.figures import SOFTMAX_123
from solutions.shared.reference.attention import softmax

SMALLEST = torch.finfo(torch.float32).min
SHAPES = st.lists(st.integers(2, 4), min_size=1, max_size=4)


spec(
    "softmax",
    inputs={"z": "n_1 n_2"},
    cases=({}, {"dim": -2}),
    draws={"z": partial(sample, scale=3.0)},
    reference=softmax,
    without=("leading", "sizes", "equal_sizes", "extremes"),
    checks={
        "values": CheckText(
            "rows of a matrix, in every call",
            "What do the entries of one row sum to?",
            points=1.0,
            also=("longest", "second_call"),
        ),
        "gradient": CheckText("gradients along any dimension", "Stay in torch, and detach nothing.", points=1.0),
        "width_and_device": CheckText("dtype and device follow the input", points=0.1),
        "leaves_alone": CheckText(
            "the input stays as it is, however it lies in memory", "Write into a new tensor.", points=0.1
        ),
        "sizes_of_one": CheckText(hint="Does the result have the shape of the input?", points=0.1),
        "names": CheckText(points=0.05),
    },
)


@check("softmax.dim", "along any dimension", points=0.6, hint="Which entries compete with each other?")
@given(shape=SHAPES, back=st.integers(0, 3), negative=st.booleans())
def test_softmax_dim(student: Student, shape: list[int], back: int, negative: bool) -> None:
    z, dim = sample(*shape, seed=2), len(shape) - 1 - back % len(shape)
    asked = dim - len(shape) if negative else dim
    assert_close(student.softmax(z, asked), softmax(z, dim))


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
