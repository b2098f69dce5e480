"""Hidden checks of 03_multihead: MultiHeadAttention, what it computes."""

import functools

import torch
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.checking.assertions import PRINTED, assert_close, assert_raised
from autograder.checking.layers import (
    assert_distinct_initial_weights,
    assert_layer_gradients,
    assert_parameters,
    in_width,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_stateless
from autograder.checking.samples import LONG, B, T, sample
from autograder.checking.student import Student
from solutions.shared.fused import D_H, D_MODEL, HEADS, NAMES, asked, asked_in, expected, layers, reference


@check(
    "MultiHeadAttention.values",
    "a batch without a mask, all sizes different",
    points=0.6,
    hint="Follow the shapes: (B, T, d_model), (B, h, T, d_h), (B, h, T, T), and back.",
)
def test_multihead_values(student: Student) -> None:
    weights = layers(D_MODEL)
    for length in (T, LONG):
        x = sample(B, length, D_MODEL, seed=1)
        assert_close(asked(student, weights, HEADS, causal=False).call(x), expected(x, weights, HEADS, causal=False))


@check(
    "MultiHeadAttention.causal",
    "the same with causal=True",
    points=0.7,
    hint="Which scores must not count, and what becomes of them in the softmax?",
)
def test_multihead_causal(student: Student) -> None:
    weights = layers(D_MODEL)
    for length in (T, LONG):
        x = sample(B, length, D_MODEL, seed=2)
        assert_close(asked(student, weights, HEADS, causal=True).call(x), expected(x, weights, HEADS, causal=True))


@check(
    "MultiHeadAttention.gradient",
    "gradients of the input and of all four matrices",
    points=2,
    hint="All four layers are learned: stay in torch from input to output.",
)
def test_multihead_gradient(student: Student) -> None:
    weights = in_width(layers(D_MODEL), torch.float64)
    x, cotangent = (sample(B, T, D_MODEL, seed=seed).double() for seed in (3, 4))
    for causal in (False, True):
        ask = asked_in(student, weights, causal=causal)
        assert_layer_gradients(ask, reference(causal=causal), [x], weights, cotangent)


@check(
    "MultiHeadAttention.equal_sizes",
    "as many sentences or tokens as heads: no dimension is taken for another",
    points=0.3,
    hint="Count dimensions from the end, and note the shape behind each line.",
)
def test_multihead_equal_sizes(student: Student) -> None:
    for b, t, h, d_h in ((3, 5, 3, 2), (2, 3, 3, 5), (2, 5, 3, 5), (3, 3, 3, 3)):
        weights, x = layers(h * d_h), sample(b, t, h * d_h, seed=5)
        for causal in (False, True):
            assert_close(asked(student, weights, h, causal=causal).call(x), expected(x, weights, h, causal=causal))


@check(
    "MultiHeadAttention.sizes",
    "any number of heads of any width, one included",
    points=0.3,
    hint="What does a score of one head sum up, and what does its scale depend on?",
)
@given(
    b=st.integers(2, 3),
    t=st.integers(2, 5),
    h=st.integers(1, 4),
    d_h=st.sampled_from((2, 1, 3, 5, 9)),
    causal=st.booleans(),
)
@example(b=2, t=3, h=1, d_h=1, causal=False)
def test_multihead_sizes(student: Student, b: int, t: int, h: int, d_h: int, causal: bool) -> None:
    weights, x = layers(h * d_h), sample(b, t, h * d_h, seed=6)
    assert_close(asked(student, weights, h, causal=causal).call(x), expected(x, weights, h, causal=causal))


@check(
    "MultiHeadAttention.order",
    "what comes later changes nothing before it; without a mask, order plays no part",
    points=0.2,
    hint="Which tokens may a token see, with and without the mask?",
)
@given(b=st.integers(2, 3), t=st.integers(2, 6), seen=st.integers(1, 5), d_h=st.integers(2, 3))
def test_multihead_order(student: Student, b: int, t: int, seen: int, d_h: int) -> None:
    weights, x = layers(2 * d_h), sample(b, t, 2 * d_h, seed=7)
    later = torch.arange(t)[None, :, None] >= min(seen, t - 1)
    nudged = torch.where(later, x + sample(b, t, 2 * d_h, seed=8), x)
    for item in (x, nudged):
        assert_close(asked(student, weights, 2, causal=True).call(item), expected(item, weights, 2, causal=True))
    free = expected(x, weights, 2, causal=False)
    for item, wanted in ((x, free), (x.flip(1), free.flip(1))):
        assert_close(asked(student, weights, 2, causal=False).call(item), wanted)


@check(
    "MultiHeadAttention.second_call",
    "further inputs and other weights, in either mode: the result depends on nothing else",
    points=2,
    hint="Nothing is kept from one call to the next, and no mode changes what a token may see.",
)
def test_multihead_second_call(student: Student) -> None:
    weights = layers(6)
    inputs = [(sample(b, t, 6, seed=13 + t),) for b, t in ((B, T), (3, 4), (B, T + 2))]
    inputs.insert(1, (inputs[0][0].flip(0),))  # the same shape twice in a row, with other numbers
    others = {name: value.flip(0) for name, value in weights.items()}
    for causal in (False, True):
        question, reweighed = (asked(student, given, 3, causal=causal) for given in (weights, others))
        right = functools.partial(expected, num_heads=3, causal=causal)
        assert_stateless(question, inputs, reweighed, right)


@check(
    "MultiHeadAttention.structure",
    "four layers without bias, with the names, shapes and order of the text, each with weights of its own",
    points=0.4,
    hint="Compare names, shapes and the absence of biases with the text.",
)
def test_multihead_structure(student: Student) -> None:
    shapes = {f"{name}.weight": (D_MODEL, D_MODEL) for name in NAMES}
    for num_heads, causal in ((HEADS, True), (D_H, False)):
        question = student.MultiHeadAttention(D_MODEL, num_heads, causal)
        assert_parameters(question.call(sample(B, T, D_MODEL, seed=9)), shapes)
        assert_distinct_initial_weights(question, *shapes)


@check(
    "MultiHeadAttention.does_not_divide",
    "ValueError at construction, exactly where num_heads does not divide d_model",
    points=0.4,
    hint="What is left over when d_model is shared out among the heads?",
)
def test_multihead_does_not_divide(student: Student) -> None:
    for d_model, num_heads in ((6, 6), (10, 5), (9, 3), (7, 1)):
        x = sample(B, 4, d_model, seed=10)
        weights = layers(d_model)
        assert_close(
            asked(student, weights, num_heads, causal=False).call(x), expected(x, weights, num_heads, causal=False)
        )
    for d_model, num_heads in ((10, 3), (9, 2), (3, 6), (12, 5), (8, 7), (8, 6), (10, 4)):
        assert_raised(student.MultiHeadAttention(d_model, num_heads).construct(), "ValueError")


@check(
    "MultiHeadAttention.printed",
    "the example worked by hand, in one head and in two",
    points=0.1,
    hint="With all four matrices equal to the identity, each head sees its own columns of x.",
    for_message="figures that can be worked out by hand or read in the source",
)
def test_multihead_printed(student: Student) -> None:
    """The mygpt tutorial, chapter 6: tokens (1, 0), (0, 1), (1, 1) and what causal attention makes of them."""
    x = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]] * B)
    out = torch.tensor([[[1.0, 0.0], [0.3302, 0.6698], [0.7517, 0.7517]]] * B)
    for heads in (1, 2):
        weights = {f"{name}.weight": torch.eye(2 * heads) for name in NAMES}
        answer = asked(student, weights, heads, causal=True).call(torch.cat([x] * heads, -1))
        assert_close(answer, torch.cat([out] * heads, -1), PRINTED)
