"""Hidden checks of 01_self_attention: the two products, scores and context vectors."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import agree
from autograder.checking.layers import gradients
from autograder.checking.own_values import (
    KEEP_NAMES,
    agree_again,
    agree_by_name,
    agree_elsewhere,
    agree_in_widths,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import agree_each, agree_gradients_in_double, agree_on_meta, leaves_alone
from autograder.checking.samples import D_K, D_V, MOST_TOKENS, B, T, leaf, numbers
from autograder.checking.student import Student
from solutions.shared.figures import BY_HAND_INPUT, BY_HAND_SCORES
from solutions.shared.reference.attention import attention_scores, context_vectors, softmax

T_K = 4  # differs from T: queries and keys need not be as many
LEADING = st.sampled_from(([], [2], [3], [3, 2], [2, 3], [2, 2, 3]))
SIZE = st.integers(2, 5)


@check(
    "attention_scores.values",
    "every query meets every key, in every call",
    points=0.5,
    hint="Which two vectors make one score?",
)
def test_scores_values(student: Student) -> None:
    for b, t, t_k, d_k in (
        (B, T, T_K, D_K),
        (B, 9, MOST_TOKENS, D_K),
        (B, MOST_TOKENS, 9, D_K),
        (B, 9, 8, MOST_TOKENS),
    ):
        queries, keys = numbers(b, t, d_k, seed=1), numbers(b, t_k, d_k, seed=2)
        agree(student.attention_scores(queries, keys), attention_scores(queries, keys))
    pairs = [(numbers(t, D_K, seed=t), numbers(T_K, D_K, seed=seed)) for seed, t in ((11, 3), (12, 3), (13, 2))]
    answer = student.definition("attention_scores").calls(*pairs)
    agree_each(answer, [attention_scores(queries, keys) for queries, keys in pairs])


@check(
    "attention_scores.leading",
    "any leading dimensions",
    points=0.35,
    hint="Which two dimensions of keys change places?",
)
@given(leading=LEADING, t_q=SIZE, t_k=SIZE, d_k=SIZE)
def test_scores_leading(student: Student, leading: list[int], t_q: int, t_k: int, d_k: int) -> None:
    queries, keys = numbers(*leading, t_q, d_k, seed=3), numbers(*leading, t_k, d_k, seed=4)
    agree(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check("attention_scores.matrices", "two matrices without a batch", points=0.15, hint="Two dimensions are enough.")
def test_scores_matrices(student: Student) -> None:
    queries, keys = numbers(T_K, D_K, seed=5), numbers(T, D_K, seed=6)
    agree(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check("attention_scores.gradient", "gradients of queries and keys", points=0.5, hint="Stay in torch, detach nothing.")
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
    points=0.15,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_scores_width_and_device(student: Student) -> None:
    queries, keys = rounded(numbers(T, D_K, seed=8, scale=0.5), numbers(T_K, D_K, seed=9, scale=0.5))
    known = plain(student.attention_scores(queries, keys), attention_scores(queries, keys))
    agree_in_widths(lambda dtype: student.attention_scores(queries.to(dtype), keys.to(dtype)), known)
    agree_on_meta(student.attention_scores(queries.to("meta"), keys.to("meta")), T, T_K)


@check(
    "attention_scores.leaves_alone",
    "the inputs stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_scores_leaves_alone(student: Student) -> None:
    queries, keys = numbers(B, D_K, T, seed=1).transpose(-2, -1), numbers(B, D_K, T_K, seed=2).transpose(-2, -1)
    known = plain(student.attention_scores(queries.contiguous(), keys.contiguous()), attention_scores(queries, keys))
    answer = student.attention_scores(queries, keys)
    agree_again(answer, known)
    leaves_alone(answer)
    ones = (numbers(1, 1, 3, seed=3), numbers(1, 2, 3, seed=4))
    one_each = [
        (queries[:1], keys[:1]),
        (queries[:, :1], keys),
        (queries, keys[:, :1]),
        (queries[..., :1], keys[..., :1]),
    ]
    for pair in (*one_each, ones, (ones[1], ones[0])):
        answer = student.attention_scores(*pair)
        agree_elsewhere(answer, known, attention_scores(*pair))
        leaves_alone(answer)


@check(
    "attention_scores.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_scores_names(student: Student) -> None:
    queries, keys = numbers(2, 3, seed=14), numbers(4, 3, seed=15)
    agree_by_name(student.attention_scores(keys=keys, queries=queries), student.attention_scores(queries, keys))


@check(
    "context_vectors.values",
    "a weighted mean of the values, in every call",
    points=0.5,
    hint="What does weight (i, j) multiply?",
)
def test_context_values(student: Student) -> None:
    for b, t, t_k, d_v in (
        (B, T, T_K, D_V),
        (B, 9, MOST_TOKENS, D_V),
        (B, MOST_TOKENS, 9, D_V),
        (B, 9, 8, MOST_TOKENS),
    ):
        weights, values = softmax(numbers(b, t, t_k, seed=1), -1).float(), numbers(b, t_k, d_v, seed=2)
        agree(student.context_vectors(weights, values), context_vectors(weights, values))
    pairs = [(numbers(t, T_K, seed=t), numbers(T_K, D_V, seed=seed)) for seed, t in ((11, 5), (12, 5), (13, 2))]
    answer = student.definition("context_vectors").calls(*pairs)
    agree_each(answer, [context_vectors(weights, values) for weights, values in pairs])


@check("context_vectors.leading", "any leading dimensions", points=0.35, hint="Which dimension is summed?")
@given(leading=LEADING, t_q=SIZE, t_k=SIZE, d_v=SIZE)
def test_context_leading(student: Student, leading: list[int], t_q: int, t_k: int, d_v: int) -> None:
    weights = softmax(numbers(*leading, t_q, t_k, seed=3), -1).float()
    values = numbers(*leading, t_k, d_v, seed=4)
    agree(student.context_vectors(weights, values), context_vectors(weights, values))


@check("context_vectors.gradient", "gradients of weights and values", points=0.5, hint="Stay in torch, detach nothing.")
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
    points=0.25,
    hint="Whoever calls has normalised the weights, or has a reason not to.",
)
def test_context_given_weights(student: Student) -> None:
    weights, values = numbers(T, T_K, seed=6), numbers(T_K, D_V, seed=7)
    agree(student.context_vectors(weights, values), context_vectors(weights, values))


@check(
    "context_vectors.width_and_device",
    "dtype and device follow the inputs",
    points=0.15,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_context_width_and_device(student: Student) -> None:
    weights, values = rounded(softmax(numbers(T, T_K, seed=8), -1).float(), numbers(T_K, D_V, seed=9))
    known = plain(student.context_vectors(weights, values), context_vectors(weights, values))
    agree_in_widths(lambda dtype: student.context_vectors(weights.to(dtype), values.to(dtype)), known)
    agree_on_meta(student.context_vectors(weights.to("meta"), values.to("meta")), T, D_V)


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
    known = plain(student.context_vectors(weights.contiguous(), values.contiguous()), context_vectors(weights, values))
    answer = student.context_vectors(weights, values)
    agree_again(answer, known)
    leaves_alone(answer)
    one_each = [(weights[:1], values[:1]), (weights[:, :1], values), (weights, values[..., :1])]
    one_key = [(weights[..., :1], values[:, :1]), (torch.ones(1, 3, 1), values[:1, :1]), (weights[:1, :1], values[:1])]
    for pair in (*one_each, *one_key):
        answer = student.context_vectors(*pair)
        agree_elsewhere(answer, known, context_vectors(*pair))
        leaves_alone(answer)


@check(
    "context_vectors.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_context_names(student: Student) -> None:
    weights, values = numbers(2, 3, seed=14), numbers(3, 4, seed=15)
    agree_by_name(student.context_vectors(values=values, weights=weights), student.context_vectors(weights, values))
