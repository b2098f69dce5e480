"""Hidden checks of 03_multihead: split_heads and merge_heads."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.answer import Answer
from autograder.checking.assertions import as_tensor, assert_close, require
from autograder.checking.layers import gradients
from autograder.checking.registry import check
from autograder.checking.robustness import (
    COPIED,
    assert_any_layout,
    assert_gradients_in_double,
    assert_keeps_device,
    assert_keeps_dtype,
    assert_repeats_short_text,
    assert_result_by_name,
    coarse,
    difference,
    shifted,
)
from autograder.checking.samples import LONG, TILES, B, T, leaf, sample, tiling
from autograder.checking.student import Student
from solutions.shared.reference.attention import merge, split

HEADS, D_H = 3, 5
SIZES = {"b": st.integers(2, 3), "t": st.integers(2, 5), "h": st.integers(2, 5), "d_h": st.integers(2, 4)}
ONES = ((1, 3, 2, 4), (3, 1, 2, 4), (2, 3, 1, 4), (2, 3, 4, 1), (1, 1, 1, 1))
EQUAL = ((3, 5, 3, 2), (2, 3, 3, 4), (2, 4, 3, 4), (3, 2, 5, 5), (3, 3, 3, 3))  # B = h, T = h, T = d_h, h = d_h, all


def answers_anew(answer: Answer) -> None:
    """Of four calls the second has other numbers, the third another shape, and the last is the first one again."""
    first, second, _, again = (as_tensor(value, answer.called) for value in answer.values)
    require(difference(first, second), f"{answer.called} gives the same for other numbers of the same shape")
    found = difference(again, first)
    require(not found, f"{answer.called} gives something else where it is asked the same again: {found}")


@check(
    "split_heads.values",
    "each head has its own columns, all sizes different",
    points=0.6,
    hint="Write down which column of a token becomes which entry of which head.",
)
def test_split_heads_values(student: Student) -> None:
    for length in (T, LONG):
        x = sample(B, length, HEADS * D_H, seed=1)
        assert_close(student.split_heads(x, HEADS), split(x, HEADS))


@check(
    "split_heads.sizes",
    "any number of heads, of any width",
    points=0.4,
    hint="Three dimensions become four: which one is cut, and which ones change places?",
)
@given(**SIZES)
def test_split_heads_sizes(student: Student, b: int, t: int, h: int, d_h: int) -> None:
    x = sample(b, t, h * d_h, seed=2)
    assert_close(student.split_heads(x, h), split(x, h))


@check(
    "split_heads.equal_sizes",
    "dimensions that happen to be equal are not mixed up",
    points=0.4,
    hint="A shape can be right where the content is not: follow one entry.",
)
def test_split_heads_equal_sizes(student: Student) -> None:
    for b, t, h, d_h in EQUAL:
        x = sample(b, t, h * d_h, seed=3)
        assert_close(student.split_heads(x, h), split(x, h))


@check("split_heads.gradient", "gradients flow to the input", points=1, hint="Stay in torch from input to output.")
def test_split_heads_gradient(student: Student) -> None:
    x, cotangent = sample(B, T, HEADS * D_H, seed=4).double(), sample(B, HEADS, T, D_H, seed=5).double()
    expected = gradients(lambda x: split(x, HEADS), [x], [cotangent])
    assert_gradients_in_double(
        lambda dtype: student.split_heads(leaf(x, dtype), HEADS, cotangents=[cotangent.to(dtype)]),
        expected,
    )


@check(
    "split_heads.second_call",
    "further inputs: nothing is kept from call to call",
    points=1,
    hint="Every call computes its result from its own input.",
)
def test_split_heads_second_call(student: Student) -> None:
    x, other = (sample(B, T, HEADS * D_H, seed=seed) for seed in (7, 8))
    inputs = (x, other, sample(3, 4, 6, seed=9), x)
    answers_anew(student.definition("split_heads").calls(*((x, HEADS) for x in inputs)))


@check(
    "split_heads.width_and_device",
    "dtype and device follow the input",
    points=0.15,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_split_heads_width_and_device(student: Student) -> None:
    x = coarse(sample(B, T, HEADS * D_H, seed=6))
    assert_keeps_dtype(lambda dtype, step: student.split_heads(shifted(x, dtype, step), HEADS), COPIED)
    assert_keeps_device(student.split_heads(x.to("meta"), HEADS), student.split_heads(x, HEADS))


@check(
    "split_heads.leaves_alone",
    "the input stays as it is, however it lies in memory",
    points=0.15,
    level="robustness",
    hint="Does it matter in which order the numbers lie in memory?",
)
def test_split_heads_leaves_alone(student: Student) -> None:
    for x in (sample(B, HEADS * D_H, T, seed=7).mT, sample(T, B, HEADS * D_H, seed=8).transpose(0, 1)):
        assert_any_layout(student.split_heads(x, HEADS), student.split_heads(x.contiguous(), HEADS))


@check(
    "split_heads.sizes_of_one",
    "sizes of one keep their place",
    points=0.15,
    level="robustness",
    hint="How many dimensions does the result have?",
)
def test_split_heads_sizes_of_one(student: Student) -> None:
    for b, t, h, d_h in ONES:
        x = sample(b, t, h * d_h, seed=10)
        assert_close(student.split_heads(x, h), split(x, h))


@check(
    "split_heads.longest",
    "a text of 200 tokens",
    points=0.1,
    level="robustness",
    hint="Nothing in the function knows how long a text may be.",
)
def test_split_heads_longest(student: Student) -> None:
    x = sample(B, TILES, HEADS * 2, seed=12)
    assert_repeats_short_text(student.split_heads(x[:, tiling()], HEADS), student.split_heads(x, HEADS), 2)


@check(
    "split_heads.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint="Compare the names of the arguments with the text.",
)
def test_split_heads_names(student: Student) -> None:
    assert_result_by_name(student, "split_heads", x=sample(B, T, HEADS * D_H, seed=13), num_heads=HEADS)


@check(
    "merge_heads.values",
    "the heads of a token side by side, all sizes different",
    points=0.5,
    hint="Which two dimensions have to be neighbours before they can become one?",
)
def test_merge_heads_values(student: Student) -> None:
    for length in (T, LONG):
        x = sample(B, HEADS, length, D_H, seed=1)
        assert_close(student.merge_heads(x), merge(x))


@check(
    "merge_heads.sizes",
    "any number of heads, of any width; merging undoes splitting",
    points=0.25,
    hint="Four dimensions become three: which ones change places, and which ones become one?",
)
@given(**SIZES)
def test_merge_heads_sizes(student: Student, b: int, t: int, h: int, d_h: int) -> None:
    x = sample(b, t, h * d_h, seed=2)
    assert_close(student.merge_heads(split(x, h).contiguous()), x)


@check(
    "merge_heads.equal_sizes",
    "dimensions that happen to be equal are not mixed up",
    points=0.3,
    hint="A shape can be right where the content is not: follow one entry.",
)
def test_merge_heads_equal_sizes(student: Student) -> None:
    for b, t, h, d_h in EQUAL:
        x = sample(b, h, t, d_h, seed=3)
        assert_close(student.merge_heads(x), merge(x))


@check("merge_heads.gradient", "gradients flow to the input", points=0.75, hint="Stay in torch from input to output.")
def test_merge_heads_gradient(student: Student) -> None:
    x, cotangent = sample(B, HEADS, T, D_H, seed=4).double(), sample(B, T, HEADS * D_H, seed=5).double()
    expected = gradients(merge, [x], [cotangent])
    assert_gradients_in_double(
        lambda dtype: student.merge_heads(leaf(x, dtype), cotangents=[cotangent.to(dtype)]), expected
    )


@check(
    "merge_heads.second_call",
    "further inputs: nothing is kept from call to call",
    points=0.75,
    hint="Every call computes its result from its own input.",
)
def test_merge_heads_second_call(student: Student) -> None:
    x, other = (sample(B, HEADS, T, D_H, seed=seed) for seed in (7, 8))
    inputs = (x, other, sample(3, 2, 4, 5, seed=9), x)
    answers_anew(student.definition("merge_heads").calls(*((x,) for x in inputs)))


@check(
    "merge_heads.width_and_device",
    "dtype and device follow the input",
    points=0.15,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_merge_heads_width_and_device(student: Student) -> None:
    x = coarse(sample(B, HEADS, T, D_H, seed=6))
    assert_keeps_dtype(lambda dtype, step: student.merge_heads(shifted(x, dtype, step)), COPIED)
    assert_keeps_device(student.merge_heads(x.to("meta")), student.merge_heads(x))


@check(
    "merge_heads.leaves_alone",
    "the input stays as it is, however it lies in memory",
    points=0.1,
    level="robustness",
    hint="Does it matter in which order the numbers lie in memory?",
)
def test_merge_heads_leaves_alone(student: Student) -> None:
    turned = (sample(B, T, HEADS, D_H, seed=7).transpose(1, 2), sample(B, HEADS, D_H, T, seed=8).mT)
    for x in (*turned, torch.unflatten(sample(B, T, HEADS * D_H, seed=10), -1, (HEADS, D_H)).transpose(1, 2)):
        assert_any_layout(student.merge_heads(x), student.merge_heads(x.contiguous()))


@check(
    "merge_heads.sizes_of_one",
    "sizes of one keep their place",
    points=0.1,
    level="robustness",
    hint="How many dimensions does the result have?",
)
def test_merge_heads_sizes_of_one(student: Student) -> None:
    for b, t, h, d_h in ONES:
        x = sample(b, h, t, d_h, seed=11)
        assert_close(student.merge_heads(x), merge(x))


@check(
    "merge_heads.longest",
    "a text of 200 tokens",
    points=0.05,
    level="robustness",
    hint="Nothing in the function knows how long a text may be.",
)
def test_merge_heads_longest(student: Student) -> None:
    x = sample(B, HEADS, TILES, 2, seed=12)
    assert_repeats_short_text(student.merge_heads(x[:, :, tiling()]), student.merge_heads(x), 1)


@check(
    "merge_heads.names",
    "the argument has the name of the text",
    points=0.05,
    level="robustness",
    hint="Compare the name of the argument with the text.",
)
def test_merge_heads_names(student: Student) -> None:
    assert_result_by_name(student, "merge_heads", x=sample(B, HEADS, T, D_H, seed=13))
