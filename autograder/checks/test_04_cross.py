"""Hidden checks of 04_cross: CrossAttention."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from autograder.checks.answer import Answer
from autograder.checks.api import check
from autograder.checks.figures import CROSS_OUTPUT, EMBEDDED_SENTENCE, SECOND_SEQUENCE
from autograder.checks.judge import PRINTED, agree, hold
from autograder.checks.robust import (
    agree_each,
    agree_gradients_in_double,
    agree_in_each_width,
    agree_on_meta,
    draws_anew,
    holds_only,
    leaves_alone,
)
from autograder.checks.sizes import D_IN, D_K, D_V, LONG, B, leaf, numbers
from autograder.checks.student import Question, Student, same_as
from autograder.oracle.attention import attend, project
from autograder.oracle.gradients import gradients

T_1, T_2 = 7, 4
SIZE = st.integers(2, 5)


def matrices(d_in: int, d_k: int, d_v: int) -> dict[str, Tensor]:
    """Signed weights that keep scores of order 1."""
    shapes = {"W_query": (d_in, d_k), "W_key": (d_in, d_k), "W_value": (d_in, d_v)}
    return {name: numbers(*shape, seed=10 + place, scale=0.5) for place, (name, shape) in enumerate(shapes.items())}


def asked(student: Student, weights: dict[str, Tensor], dtype: torch.dtype | None = None) -> Question:
    """The student's module with these weights."""
    d_in, d_k = weights["W_query"].shape
    question: Question = student.CrossAttention(d_in, d_k, weights["W_value"].shape[1])
    return (question.to(dtype=dtype) if dtype else question).state(weights)


def cross_attention(x_1: Tensor, x_2: Tensor, W_query: Tensor, W_key: Tensor, W_value: Tensor) -> Tensor:
    """Queries from x_1, keys and values from x_2 (Vaswani et al. 2017, section 3.2.3)."""
    return attend(project(x_1, W_query), project(x_2, W_key), project(x_2, W_value))[0]


def expected(x_1: Tensor, x_2: Tensor, weights: dict[str, Tensor]) -> Tensor:
    """What the reference gives."""
    return cross_attention(x_1, x_2, *weights.values())


@check(
    "CrossAttention.values",
    "two sequences of different length, all sizes different, the longer one first and second",
    points=0.8,
    hint="Which sequence asks, and which one answers?",
    for_message="plain values say more than gradients",
)
def test_cross_values(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    for t_1, t_2 in ((T_1, T_2), (T_2, T_1), (LONG, LONG + 1)):
        x_1, x_2 = numbers(B, t_1, D_IN, seed=1), numbers(B, t_2, D_IN, seed=2)
        agree(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))


@check(
    "CrossAttention.gradient",
    "gradients of both sequences and of every matrix",
    points=1,
    hint="All three matrices are learned: stay in torch from input to output.",
)
def test_cross_gradient(student: Student) -> None:
    weights = {name: value.double() for name, value in matrices(D_IN, D_K, D_V).items()}
    x_1, x_2 = numbers(B, T_1, D_IN, seed=3).double(), numbers(B, T_2, D_IN, seed=4).double()
    cotangent = numbers(B, T_1, D_V, seed=5).double()
    on_x_1, on_x_2, *on_weights = gradients(cross_attention, [x_1, x_2, *weights.values()], [cotangent])

    def ask(dtype: torch.dtype) -> Answer:
        rounded = [leaf(x, dtype) for x in (x_1, x_2)]
        return asked(student, weights, dtype).call(*rounded, cotangents=[cotangent.to(dtype)])

    agree_gradients_in_double(ask, [on_x_1, on_x_2], dict(zip(weights, on_weights, strict=True)))


@check("CrossAttention.leading", "any leading dimensions", points=0.5, hint="Which two dimensions change places?")
@given(leading=st.sampled_from(([], [3], [2, 3], [2, 3, 2])), t_1=SIZE, t_2=SIZE)
def test_cross_leading(student: Student, leading: list[int], t_1: int, t_2: int) -> None:
    weights = matrices(4, D_K, D_V)
    x_1, x_2 = numbers(*leading, t_1, 4, seed=6), numbers(*leading, t_2, 4, seed=7)
    agree(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))


@check(
    "CrossAttention.equal_lengths",
    "two different sequences of the same length, and a sequence with itself",
    points=0.6,
    hint="Equal shapes do not make equal sequences; and when they are one, this is self-attention.",
)
@given(b=st.integers(2, 3), t=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_cross_equal_lengths(student: Student, b: int, t: int, widths: tuple[int, int, int]) -> None:
    weights = matrices(*widths)
    x_1, x_2 = numbers(b, t, widths[0], seed=8), numbers(b, t, widths[0], seed=9)
    agree(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))
    agree(asked(student, weights).call(x_1, same_as(0)), expected(x_1, x_1, weights))


@check(
    "CrossAttention.order",
    "the order of x_2 plays no part, that of x_1 is the order of the result, batches do not mix",
    points=0.6,
    hint="Without a mask, every token of x_1 sees every token of x_2.",
)
@given(b=st.integers(2, 3), t_1=SIZE, t_2=SIZE, widths=st.tuples(SIZE, SIZE, SIZE))
def test_cross_order(student: Student, b: int, t_1: int, t_2: int, widths: tuple[int, int, int]) -> None:
    weights = matrices(*widths)
    x_1, x_2 = numbers(b, t_1, widths[0], seed=10), numbers(b, t_2, widths[0], seed=11)
    straight = expected(x_1, x_2, weights)
    for first, second, wanted in (
        (x_1, x_2.flip(1), straight),
        (x_1.flip(1), x_2, straight.flip(1)),
        (x_1.flip(0), x_2, expected(x_1.flip(0), x_2, weights)),
    ):
        agree(asked(student, weights).call(first, second), wanted)


@check(
    "CrossAttention.structure",
    "three matrices with the names, shapes and order of the text",
    points=0.6,
    hint="Compare names and shapes with the text.",
)
def test_cross_structure(student: Student) -> None:
    shapes = {"W_query": (D_IN, D_K), "W_key": (D_IN, D_K), "W_value": (D_IN, D_V)}
    x_1, x_2 = numbers(B, T_1, D_IN, seed=12), numbers(B, T_2, D_IN, seed=13)
    question = student.CrossAttention(d_in=D_IN, d_out_kq=D_K, d_out_v=D_V)
    answer = question.call(x_2=x_2, x_1=x_1)
    hold(answer.parameters == shapes, f"CrossAttention has the parameters {answer.parameters}")
    hold(list(answer.parameters) == list(shapes), f"the parameters are created as {', '.join(answer.parameters)}")
    holds_only(answer, shapes)
    hold(all(answer.trainable.values()), f"not all parameters ask for gradients: {answer.trainable}")
    named = question.state(matrices(D_IN, D_K, D_V)).call(x_2=x_2, x_1=x_1)
    agree(named, expected(x_1, x_2, matrices(D_IN, D_K, D_V)))


@check(
    "CrossAttention.printed",
    "the article's output at the article's seed",
    points=0.4,
    hint="The matrices are drawn with torch.rand, in the order of the text.",
)
def test_cross_printed(student: Student) -> None:
    question = student.CrossAttention(3, 2, 4).seeded(123)
    agree(question.call(EMBEDDED_SENTENCE, SECOND_SEQUENCE), CROSS_OUTPUT, PRINTED)


@check(
    "CrossAttention.large_scores",
    "scores of ±1e4 give the right finite context vectors",
    points=0.4,
    level="robustness",
    hint="How large may an exponent be before exp overflows?",
)
def test_cross_large_scores(student: Student) -> None:
    large = 100 * torch.eye(3, D_K)
    weights = {"W_query": large, "W_key": large, "W_value": numbers(3, D_V, seed=14)}
    x_1 = torch.tensor([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]])
    x_2 = torch.tensor([[1.0, 0.0, 0.0], [0.8, 0.0, 0.0], [0.0, 1.0, 0.0]])
    agree(asked(student, weights).call(x_1[None], x_2[None]), expected(x_1[None], x_2[None], weights))


@check(
    "CrossAttention.width_and_device",
    "dtype and device follow inputs and matrices",
    points=0.3,
    level="robustness",
    hint="Whatever forward creates belongs where the inputs are.",
)
def test_cross_width_and_device(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    x_1, x_2 = numbers(B, T_1, D_IN, seed=15, scale=0.5), numbers(B, T_2, D_IN, seed=16, scale=0.5)
    agree_in_each_width(
        lambda dtype: asked(student, weights, dtype).call(x_1.to(dtype), x_2.to(dtype)),
        lambda dtype: expected(
            x_1.to(dtype), x_2.to(dtype), {name: value.to(dtype) for name, value in weights.items()}
        ),
    )
    on_meta = student.CrossAttention(D_IN, D_K, D_V).to(device="meta")
    agree_on_meta(on_meta.call(x_1.to("meta"), x_2.to("meta")), B, T_1, D_V)


@check(
    "CrossAttention.leaves_alone",
    "both inputs stay as they are, however they lie in memory, in either mode",
    points=0.3,
    level="robustness",
    hint="Calling a module changes nothing and draws nothing, and nothing seeds a generator.",
)
def test_cross_leaves_alone(student: Student) -> None:
    weights = matrices(D_IN, D_K, D_V)
    x_1, x_2 = numbers(B, D_IN, T_1, seed=17).mT, numbers(T_2, B, D_IN, seed=18).transpose(0, 1)
    for mode in (True, False):
        answer = asked(student, weights).train(mode).call(x_1, x_2)
        agree(answer, expected(x_1, x_2, weights))
        leaves_alone(answer)
    draws_anew(student.CrossAttention(D_IN, D_K, D_V), "W_query")


@check(
    "CrossAttention.second_call",
    "further pairs of other lengths",
    points=0.3,
    level="robustness",
    hint="Nothing is kept from one call to the next.",
)
def test_cross_second_call(student: Student) -> None:
    weights, sizes = matrices(D_IN, D_K, D_V), ((B, T_1, T_2), (B, T_1, T_2), (B, T_1, T_2 + 1), (3, 2, 9))
    pairs = [
        (numbers(b, t_1, D_IN, seed=19 + place), numbers(b, t_2, D_IN, seed=29 + place))
        for place, (b, t_1, t_2) in enumerate(sizes)
    ]
    answer = asked(student, weights).calls(*pairs)
    agree_each(answer, [expected(x_1, x_2, weights) for x_1, x_2 in pairs])


@check(
    "CrossAttention.sizes_of_one",
    "one sentence, one token on either side, one value: every dimension stays",
    points=0.2,
    level="robustness",
    hint="Does the result have as many dimensions as x_1?",
)
def test_cross_sizes_of_one(student: Student) -> None:
    for b, t_1, t_2, d_in in ((1, 4, 3, 2), (3, 1, 4, 2), (3, 4, 1, 2), (1, 1, 1, 1)):
        weights = matrices(d_in, 1, 1)
        x_1, x_2 = numbers(b, t_1, d_in, seed=33), numbers(b, t_2, d_in, seed=34)
        agree(asked(student, weights).call(x_1, x_2), expected(x_1, x_2, weights))
