"""Hidden checks of 01_self_attention: the two products, scores and context vectors."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.api import check
from autograder.checks.figures import BY_HAND_INPUT, BY_HAND_SCORES
from autograder.checks.judge import agree
from autograder.checks.robust import agree_gradients_in_double, agree_in_each_width, agree_on_meta, leaves_alone
from autograder.checks.sizes import D_K, D_V, LONG, B, T, leaf, numbers
from autograder.checks.student import Student
from autograder.oracle.attention import attention_scores, context_vectors, softmax
from autograder.oracle.gradients import gradients

T_K = 4  # differs from T: queries and keys need not be as many
LEADING = st.sampled_from(([], [2], [3], [3, 2], [2, 3], [2, 2, 3]))
SIZE = st.integers(2, 5)


@check("attention_scores.values", "every query meets every key", points=0.5, hint="Which two vectors make one score?")
def test_scores_values(student: Student) -> None:
    for t, t_k, d_k in ((T, T_K, D_K), (LONG, LONG + 1, LONG + 2)):
        queries, keys = numbers(B, t, d_k, seed=1), numbers(B, t_k, d_k, seed=2)
        agree(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check(
    "attention_scores.leading", "any leading dimensions", points=0.4, hint="Which two dimensions of keys change places?"
)
@given(leading=LEADING, t_q=SIZE, t_k=SIZE, d_k=SIZE)
def test_scores_leading(student: Student, leading: list[int], t_q: int, t_k: int, d_k: int) -> None:
    queries, keys = numbers(*leading, t_q, d_k, seed=3), numbers(*leading, t_k, d_k, seed=4)
    agree(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check("attention_scores.matrices", "two matrices without a batch", points=0.2, hint="Two dimensions are enough.")
def test_scores_matrices(student: Student) -> None:
    queries, keys = numbers(T_K, D_K, seed=5), numbers(T, D_K, seed=6)
    agree(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check("attention_scores.gradient", "gradients of queries and keys", points=0.4, hint="Stay in torch, detach nothing.")
def test_scores_gradient(student: Student) -> None:
    queries, keys = numbers(B, T, D_K, seed=7, dtype=torch.float64), numbers(B, T_K, D_K, seed=8, dtype=torch.float64)
    cotangent = numbers(B, T, T_K, seed=9, dtype=torch.float64)
    expected = gradients(attention_scores, [queries, keys], [cotangent])
    agree_gradients_in_double(
        lambda dtype: student.attention_scores(
            leaf(queries, dtype), leaf(keys, dtype), cotangents=[cotangent.to(dtype)]
        ),
        expected,
    )


@check(
    "attention_scores.printed",
    "the example worked by hand",
    points=0.1,
    hint="Work one score out by hand.",
    for_message="figures that can be worked out by hand or read in the source",
)
def test_scores_printed(student: Student) -> None:
    agree(student.attention_scores(BY_HAND_INPUT, BY_HAND_INPUT), BY_HAND_SCORES)


@check(
    "attention_scores.width_and_device",
    "dtype and device follow the input",
    points=0.2,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_scores_width_and_device(student: Student) -> None:
    queries, keys = numbers(T, D_K, seed=8, scale=0.5), numbers(T_K, D_K, seed=9, scale=0.5)
    agree_in_each_width(
        lambda dtype: student.attention_scores(queries.to(dtype), keys.to(dtype)),
        lambda dtype: attention_scores(queries.to(dtype), keys.to(dtype)),
    )
    agree_on_meta(student.attention_scores(queries.to("meta"), keys.to("meta")), T, T_K)


@check(
    "attention_scores.leaves_alone",
    "the inputs stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_scores_leaves_alone(student: Student) -> None:
    turned = (numbers(B, D_K, T, seed=1).transpose(-2, -1), numbers(B, D_K, T_K, seed=2).transpose(-2, -1))
    ones = (numbers(1, 1, 3, seed=3), numbers(1, 2, 3, seed=4))
    for queries, keys in (turned, ones, (ones[1], ones[0]), (turned[0][..., :1], turned[1][..., :1])):
        answer = student.attention_scores(queries, keys)
        agree(answer, attention_scores(queries, keys))
        leaves_alone(answer)


@check("context_vectors.values", "a weighted mean of the values", points=0.5, hint="What does weight (i, j) multiply?")
def test_context_values(student: Student) -> None:
    for t, t_k, d_v in ((T, T_K, D_V), (LONG, LONG + 1, LONG + 2)):
        weights, values = softmax(numbers(B, t, t_k, seed=1), -1).float(), numbers(B, t_k, d_v, seed=2)
        agree(student.context_vectors(weights, values), context_vectors(weights, values))


@check("context_vectors.leading", "any leading dimensions", points=0.4, hint="Which dimension is summed?")
@given(leading=LEADING, t_q=SIZE, t_k=SIZE, d_v=SIZE)
def test_context_leading(student: Student, leading: list[int], t_q: int, t_k: int, d_v: int) -> None:
    weights = softmax(numbers(*leading, t_q, t_k, seed=3), -1).float()
    values = numbers(*leading, t_k, d_v, seed=4)
    agree(student.context_vectors(weights, values), context_vectors(weights, values))


@check("context_vectors.gradient", "gradients of weights and values", points=0.4, hint="Stay in torch, detach nothing.")
def test_context_gradient(student: Student) -> None:
    weights = softmax(numbers(B, T, T_K, seed=3, dtype=torch.float64), -1)
    values, cotangent = (numbers(B, rows, D_V, seed=rows, dtype=torch.float64) for rows in (T_K, T))
    expected = gradients(context_vectors, [weights, values], [cotangent])
    agree_gradients_in_double(
        lambda dtype: student.context_vectors(
            leaf(weights, dtype), leaf(values, dtype), cotangents=[cotangent.to(dtype)]
        ),
        expected,
    )


@check(
    "context_vectors.given_weights",
    "the weights are used as they are given",
    points=0.3,
    hint="Whoever calls has normalised the weights, or has a reason not to.",
)
def test_context_given_weights(student: Student) -> None:
    weights, values = numbers(T, T_K, seed=6), numbers(T_K, D_V, seed=7)
    agree(student.context_vectors(weights, values), context_vectors(weights, values))


@check(
    "context_vectors.width_and_device",
    "dtype and device follow the inputs",
    points=0.2,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_context_width_and_device(student: Student) -> None:
    weights, values = softmax(numbers(T, T_K, seed=8), -1), numbers(T_K, D_V, seed=9)
    agree_in_each_width(
        lambda dtype: student.context_vectors(weights.to(dtype), values.to(dtype)),
        lambda dtype: context_vectors(weights.to(dtype), values.to(dtype)),
    )
    agree_on_meta(student.context_vectors(weights.to("meta"), values.to("meta", torch.float64)), T, D_V)


@check(
    "context_vectors.leaves_alone",
    "the inputs stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_context_leaves_alone(student: Student) -> None:
    weights = softmax(numbers(B, T_K, T, seed=1), -2).float().transpose(-2, -1)
    values = numbers(B, D_V, T_K, seed=2).transpose(-2, -1)
    one = torch.ones(1, 3, 1)
    for pair in ((weights, values), (weights[:1, :1], values[:1]), (weights, values[..., :1]), (one, values[:1, :1])):
        answer = student.context_vectors(*pair)
        agree(answer, context_vectors(*pair))
        leaves_alone(answer)
