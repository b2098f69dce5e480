"""Hidden checks of 01_self_attention: the two products, scores and context vectors."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from autograder.checking.assertions import assert_close
from autograder.checking.layers import gradients
from autograder.checking.own_values import (
    KEEP_NAMES,
    assert_again,
    assert_by_name,
    assert_elsewhere,
    assert_in_widths,
    plain,
    rounded,
)
from autograder.checking.registry import check
from autograder.checking.robustness import assert_each, assert_gradients_in_double, assert_on_meta, assert_pure
from autograder.checking.samples import D_K, D_V, MOST_TOKENS, B, T, leaf, sample
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
        queries, keys = sample(b, t, d_k, seed=1), sample(b, t_k, d_k, seed=2)
        assert_close(student.attention_scores(queries, keys), attention_scores(queries, keys))
    pairs = [(sample(t, D_K, seed=t), sample(T_K, D_K, seed=seed)) for seed, t in ((11, 3), (12, 3), (13, 2))]
    answer = student.definition("attention_scores").calls(*pairs)
    assert_each(answer, [attention_scores(queries, keys) for queries, keys in pairs])


@check(
    "attention_scores.leading",
    "any leading dimensions",
    points=0.35,
    hint="Which two dimensions of keys change places?",
)
@given(leading=LEADING, t_q=SIZE, t_k=SIZE, d_k=SIZE)
def test_scores_leading(student: Student, leading: list[int], t_q: int, t_k: int, d_k: int) -> None:
    queries, keys = sample(*leading, t_q, d_k, seed=3), sample(*leading, t_k, d_k, seed=4)
    assert_close(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check("attention_scores.matrices", "two matrices without a batch", points=0.15, hint="Two dimensions are enough.")
def test_scores_matrices(student: Student) -> None:
    queries, keys = sample(T_K, D_K, seed=5), sample(T, D_K, seed=6)
    assert_close(student.attention_scores(queries, keys), attention_scores(queries, keys))


@check("attention_scores.gradient", "gradients of queries and keys", points=0.5, hint="Stay in torch, detach nothing.")
def test_scores_gradient(student: Student) -> None:
    queries, keys = sample(B, T, D_K, seed=7, dtype=torch.float64), sample(B, T_K, D_K, seed=8, dtype=torch.float64)
    cotangent = sample(B, T, T_K, seed=9, dtype=torch.float64)
    expected = gradients(attention_scores, [queries, keys], [cotangent])
    assert_gradients_in_double(
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
    assert_close(student.attention_scores(BY_HAND_INPUT, BY_HAND_INPUT), BY_HAND_SCORES)


@check(
    "attention_scores.width_and_device",
    "dtype and device follow the input",
    points=0.15,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_scores_width_and_device(student: Student) -> None:
    queries, keys = rounded(sample(T, D_K, seed=8, scale=0.5), sample(T_K, D_K, seed=9, scale=0.5))
    known = plain(student.attention_scores(queries, keys), attention_scores(queries, keys))
    assert_in_widths(lambda dtype: student.attention_scores(queries.to(dtype), keys.to(dtype)), known)
    assert_on_meta(student.attention_scores(queries.to("meta"), keys.to("meta")), T, T_K)


@check(
    "attention_scores.leaves_alone",
    "the inputs stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_scores_leaves_alone(student: Student) -> None:
    queries, keys = sample(B, D_K, T, seed=1).transpose(-2, -1), sample(B, D_K, T_K, seed=2).transpose(-2, -1)
    known = plain(student.attention_scores(queries.contiguous(), keys.contiguous()), attention_scores(queries, keys))
    answer = student.attention_scores(queries, keys)
    assert_again(answer, known)
    assert_pure(answer)
    ones = (sample(1, 1, 3, seed=3), sample(1, 2, 3, seed=4))
    one_each = [
        (queries[:1], keys[:1]),
        (queries[:, :1], keys),
        (queries, keys[:, :1]),
        (queries[..., :1], keys[..., :1]),
    ]
    for pair in (*one_each, ones, (ones[1], ones[0])):
        answer = student.attention_scores(*pair)
        assert_elsewhere(answer, known, attention_scores(*pair))
        assert_pure(answer)


@check(
    "attention_scores.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_scores_names(student: Student) -> None:
    queries, keys = sample(2, 3, seed=14), sample(4, 3, seed=15)
    assert_by_name(student.attention_scores(keys=keys, queries=queries), student.attention_scores(queries, keys))


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
        weights, values = softmax(sample(b, t, t_k, seed=1), -1).float(), sample(b, t_k, d_v, seed=2)
        assert_close(student.context_vectors(weights, values), context_vectors(weights, values))
    pairs = [(sample(t, T_K, seed=t), sample(T_K, D_V, seed=seed)) for seed, t in ((11, 5), (12, 5), (13, 2))]
    answer = student.definition("context_vectors").calls(*pairs)
    assert_each(answer, [context_vectors(weights, values) for weights, values in pairs])


@check("context_vectors.leading", "any leading dimensions", points=0.35, hint="Which dimension is summed?")
@given(leading=LEADING, t_q=SIZE, t_k=SIZE, d_v=SIZE)
def test_context_leading(student: Student, leading: list[int], t_q: int, t_k: int, d_v: int) -> None:
    weights = softmax(sample(*leading, t_q, t_k, seed=3), -1).float()
    values = sample(*leading, t_k, d_v, seed=4)
    assert_close(student.context_vectors(weights, values), context_vectors(weights, values))


@check("context_vectors.gradient", "gradients of weights and values", points=0.5, hint="Stay in torch, detach nothing.")
def test_context_gradient(student: Student) -> None:
    weights = softmax(sample(B, T, T_K, seed=3, dtype=torch.float64), -1)
    values, cotangent = (sample(B, rows, D_V, seed=rows, dtype=torch.float64) for rows in (T_K, T))
    expected = gradients(context_vectors, [weights, values], [cotangent])
    assert_gradients_in_double(
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
    weights, values = sample(T, T_K, seed=6), sample(T_K, D_V, seed=7)
    assert_close(student.context_vectors(weights, values), context_vectors(weights, values))


@check(
    "context_vectors.width_and_device",
    "dtype and device follow the inputs",
    points=0.15,
    level="robustness",
    hint="Let torch choose dtype and device of the result.",
)
def test_context_width_and_device(student: Student) -> None:
    weights, values = rounded(softmax(sample(T, T_K, seed=8), -1).float(), sample(T_K, D_V, seed=9))
    known = plain(student.context_vectors(weights, values), context_vectors(weights, values))
    assert_in_widths(lambda dtype: student.context_vectors(weights.to(dtype), values.to(dtype)), known)
    assert_on_meta(student.context_vectors(weights.to("meta"), values.to("meta")), T, D_V)


@check(
    "context_vectors.leaves_alone",
    "the inputs stay as they are, however they lie in memory and where sizes are one",
    points=0.2,
    level="robustness",
    hint="Write into a new tensor, and keep every dimension.",
)
def test_context_leaves_alone(student: Student) -> None:
    weights = softmax(sample(B, T_K, T, seed=1), -2).float().transpose(-2, -1)
    values = sample(B, D_V, T_K, seed=2).transpose(-2, -1)
    known = plain(student.context_vectors(weights.contiguous(), values.contiguous()), context_vectors(weights, values))
    answer = student.context_vectors(weights, values)
    assert_again(answer, known)
    assert_pure(answer)
    one_each = [(weights[:1], values[:1]), (weights[:, :1], values), (weights, values[..., :1])]
    one_key = [(weights[..., :1], values[:, :1]), (torch.ones(1, 3, 1), values[:1, :1]), (weights[:1, :1], values[:1])]
    for pair in (*one_each, *one_key):
        answer = student.context_vectors(*pair)
        assert_elsewhere(answer, known, context_vectors(*pair))
        assert_pure(answer)


@check(
    "context_vectors.names",
    "the arguments have the names of the text",
    points=0.05,
    level="robustness",
    hint=KEEP_NAMES,
)
def test_context_names(student: Student) -> None:
    weights, values = sample(2, 3, seed=14), sample(3, 4, seed=15)
    assert_by_name(student.context_vectors(values=values, weights=weights), student.context_vectors(weights, values))
