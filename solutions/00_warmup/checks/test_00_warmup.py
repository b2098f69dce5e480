"""Hidden checks of 00_warmup."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.own_values import KEEP_NAMES, assert_again, assert_by_name, assert_in_widths, plain, rounded
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import (
    assert_each,
    assert_gradients_in_double,
    assert_on_meta,
    assert_pure,
    own_tolerance,
)
from autograder.checking.samples import MOST_TOKENS, leaf, sample
from autograder.checking.student import Student


def sums(x: Tensor) -> Tensor:
    """Column added to column, in float64."""
    return torch.stack(x.double().unbind(-1), 0).sum(0)


@check(
    "row_sums.values",
    "the sum of each row, in every call",
    points=0.7,
    hint="Which dimension disappears when a row is summed?",
    for_message=PLAIN_VALUES,
)
def test_row_sums_values(student: Student) -> None:
    for shape in ((3, 5), (4, 4), (2, MOST_TOKENS)):
        x = sample(*shape, seed=1)
        assert_close(student.row_sums(x), sums(x))
    several = [sample(*shape, seed=seed) for seed, shape in ((6, (3, 2)), (7, (3, 2)), (8, (4, 2)))]
    assert_each(student.definition("row_sums").calls(*((x,) for x in several)), [sums(x) for x in several])


@check(
    "row_sums.leading",
    "any number of leading dimensions, none included",
    points=0.4,
    hint="Counted from which end is the last dimension always the same?",
)
@given(leading=st.lists(st.integers(1, 3), max_size=3), n=st.integers(1, 5))
def test_row_sums_leading(student: Student, leading: list[int], n: int) -> None:
    x = sample(*leading, n, seed=2)
    assert_close(student.row_sums(x), sums(x))


@check("row_sums.gradient", "gradients flow to the input", points=0.5, hint="Stay in torch from input to output.")
def test_row_sums_gradient(student: Student) -> None:
    x, cotangent = sample(2, 3, 4, seed=3).double(), sample(2, 3, seed=4).double()
    assert_gradients_in_double(
        lambda dtype: student.row_sums(leaf(x, dtype), cotangents=[cotangent.to(dtype)]),
        [cotangent[..., None].expand(2, 3, 4)],
    )


@check(
    "row_sums.width_and_device",
    "dtype and device follow the input",
    points=0.2,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_row_sums_width_and_device(student: Student) -> None:
    (x,) = rounded(sample(3, 4, seed=5, scale=0.5))
    assert_in_widths(lambda dtype: student.row_sums(x.to(dtype)), plain(student.row_sums(x), sums(x)))
    assert_on_meta(student.row_sums(x.to("meta")), 3)


@check(
    "row_sums.leaves_alone",
    "the input stays as it is, however it lies in memory",
    points=0.15,
    level="robustness",
    hint="Write into a new tensor.",
)
def test_row_sums_leaves_alone(student: Student) -> None:
    x = sample(2, 5, 4, seed=6, dtype=torch.float64).mT
    known = plain(student.row_sums(x.contiguous()), sums(x))
    answer = student.row_sums(x)
    assert_again(answer, known, own_tolerance(answer.value))
    assert_pure(answer)


@check(
    "row_sums.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_row_sums_names(student: Student) -> None:
    x = sample(2, 3, seed=9)
    assert_by_name(student.row_sums(x=x), student.row_sums(x))
