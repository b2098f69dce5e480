"""Hidden checks of 04_cross: CrossAttention, what it computes."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import PRINTED, assert_close
from autograder.checking.layers import assert_layer_gradients, assert_parameters, in_width
from autograder.checking.registry import PLAIN_VALUES, check
from autograder.checking.robustness import assert_stateless
from autograder.checking.samples import D_IN, D_K, D_V, LONG, B, sample
from autograder.checking.student import Student, same_as
from solutions.shared.cross import T_1, T_2, asked, cross_attention, expected, matrices
from solutions.shared.figures import CROSS_OUTPUT, EMBEDDED_SENTENCE, SECOND_SEQUENCE

SIZE = st.integers(2, 5)


@check(
    "CrossAttention.values",
    "two sequences of different length, all sizes different, the longer one first and second",
    points=0.6,
    hint="Which sequence asks, and which one answers?",
    for_message=PLAIN_VALUES,
)
def test_cross_values(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    for t_1, t_2 in ((T_1, T_2), (T_2, T_1), (LONG, LONG + 1)):
        x_1, x_2 = sample(B, t_1, D_IN, seed=1), sample(B, t_2, D_IN, seed=2)
        assert_close(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))


@check(
    "CrossAttention.gradient",
    "gradients of both sequences and of every matrix",
    points=1.5,
    hint="All three matrices are learned: stay in torch from input to output.",
)
def test_cross_gradient(student: Student) -> None:
    weights = in_width(matrices(D_IN, D_K, D_V), torch.float64)
    x_1, x_2 = sample(B, T_1, D_IN, seed=3).double(), sample(B, T_2, D_IN, seed=4).double()
    cotangent = sample(B, T_1, D_V, seed=5).double()
    assert_layer_gradients(
        lambda dtype: asked(student, weights, dtype), cross_attention, [x_1, x_2], weights, cotangent
    )


@check("CrossAttention.leading", "any leading dimensions", points=0.3, hint="Which two dimensions change places?")
@given(leading=st.sampled_from(([], [3], [2, 3], [2, 3, 2])), t_1=SIZE, t_2=SIZE)
def test_cross_leading(student: Student, leading: list[int], t_1: int, t_2: int) -> None:
    weights = matrices(4, D_K, D_V)
    x_1, x_2 = sample(*leading, t_1, 4, seed=6), sample(*leading, t_2, 4, seed=7)
    assert_close(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))


@check(
    "CrossAttention.equal_lengths",
    "two different sequences of the same length, and a sequence with itself",
    points=0.4,
    hint="Equal shapes do not make equal sequences; and when they are one, this is self-attention.",
)
@given(b=st.integers(2, 3), t=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_cross_equal_lengths(student: Student, b: int, t: int, widths: tuple[int, int, int]) -> None:
    weights = matrices(*widths)
    x_1, x_2 = sample(b, t, widths[0], seed=8), sample(b, t, widths[0], seed=9)
    assert_close(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))
    assert_close(asked(student, weights).call(x_1, same_as(0)), expected(x_1, x_1, weights))


@check(
    "CrossAttention.order",
    "the order of x_2 plays no part, that of x_1 is the order of the result, batches do not mix",
    points=0.3,
    hint="Without a mask, every token of x_1 sees every token of x_2.",
)
@given(b=st.integers(2, 3), t_1=SIZE, t_2=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_cross_order(student: Student, b: int, t_1: int, t_2: int, widths: tuple[int, int, int]) -> None:
    weights = matrices(*widths)
    x_1, x_2 = sample(b, t_1, widths[0], seed=10), sample(b, t_2, widths[0], seed=11)
    straight = expected(x_1, x_2, weights)
    for first, second, wanted in (
        (x_1, x_2.flip(1), straight),
        (x_1.flip(1), x_2, straight.flip(1)),
        (x_1.flip(0), x_2, expected(x_1.flip(0), x_2, weights)),
    ):
        assert_close(asked(student, weights).call(first, second), wanted)


@check(
    "CrossAttention.second_call",
    "further pairs and other weights, in either mode: the result depends on nothing else",
    points=1.5,
    hint="Nothing is kept from one call to the next, and no mode changes what attention is.",
)
def test_cross_second_call(student: Student) -> None:
    weights, sizes = matrices(D_IN, D_K, D_V), ((B, T_1, T_2), (B, T_1, T_2), (B, T_1, T_2 + 1), (3, 2, 9))
    pairs = [
        (sample(b, t_1, D_IN, seed=19 + place), sample(b, t_2, D_IN, seed=29 + place))
        for place, (b, t_1, t_2) in enumerate(sizes)
    ]
    others = {name: value.flip(0) for name, value in weights.items()}
    assert_stateless(asked(student, weights), pairs, asked(student, others), expected)


@check(
    "CrossAttention.structure",
    "three matrices with the names, shapes and order of the text",
    points=0.5,
    hint="Compare names and shapes with the text.",
)
def test_cross_structure(student: Student) -> None:
    shapes = {"W_query": (D_IN, D_K), "W_key": (D_IN, D_K), "W_value": (D_IN, D_V)}
    x_1, x_2 = sample(B, T_1, D_IN, seed=12), sample(B, T_2, D_IN, seed=13)
    assert_parameters(student.CrossAttention(D_IN, D_K, D_V).call(x_1, x_2), shapes)


@check(
    "CrossAttention.printed",
    "the article's output at the article's seed",
    points=0.2,
    hint="The matrices are drawn with torch.rand, in the order of the text.",
)
def test_cross_printed(student: Student) -> None:
    question = student.CrossAttention(3, 2, 4).seeded(123)
    assert_close(question.call(EMBEDDED_SENTENCE, SECOND_SEQUENCE), CROSS_OUTPUT, PRINTED)
