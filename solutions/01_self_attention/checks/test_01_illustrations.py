"""Calls of 01_self_attention that are made to be read."""

import torch
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.illustrations import illustration
from autograder.checking.layers import with_weights
from autograder.checking.student import Student
from solutions.shared.readable import KEYS, QUERIES, TOKENS, VALUES, WIDE, WIDE_KEYS, WIDE_QUERIES, WIDTH
from solutions.shared.reference.attention import (
    attention_scores,
    attention_weights,
    context_vectors,
    self_attention,
    self_attention_with_biases,
)

SCORES = torch.tensor([[0.0, 2.0, 4.0], [4.0, 0.0, 2.0], [2.0, 2.0, 0.0]])  # (T, T)


@illustration(
    "attention_scores",
    "The keys are unit vectors, so each score is one entry of a query: row i holds the first three entries of query i.",
)
def test_scores_are_queries(student: Student) -> None:
    keys = torch.eye(3, WIDTH)
    assert_close(student.attention_scores(QUERIES, keys), attention_scores(QUERIES, keys))


@illustration(
    "attention_weights",
    "With d_k = 4, the scores 0, 2, 4 of the first query become 0, 1, 2 before the softmax; each row sums to 1.",
)
def test_weights_of_even_scores(student: Student) -> None:
    assert_close(student.attention_weights(SCORES, WIDTH), attention_weights(SCORES, WIDTH**0.5))


@illustration(
    "context_vectors", "The values are unit vectors, so the result is the weights themselves: each row should sum to 1."
)
def test_context_is_weights(student: Student) -> None:
    weights = attention_weights(SCORES, 2.0).float()
    assert_close(student.context_vectors(weights, torch.eye(3)), context_vectors(weights, torch.eye(3)))


def self_attention_of(student: Student, x: Tensor) -> None:
    """Compare SelfAttention where the values are unit vectors."""
    matrices = (WIDE_QUERIES, WIDE_KEYS, torch.eye(3))
    weights = dict(zip(("W_query", "W_key", "W_value"), matrices, strict=True))
    layer = with_weights(student.SelfAttention(3, WIDE, 3), weights)
    assert_close(layer.call(x), self_attention(x, *matrices)[0])


@illustration(
    "SelfAttention",
    "The values are unit vectors, so the result is the attention weights: row i is what token i gives to each token.",
)
def test_self_attention_shows_weights(student: Student) -> None:
    self_attention_of(student, TOKENS)


@illustration(
    "SelfAttention",
    "A batch of one sentence; the values are unit vectors, so the result is the attention weights: row i is what token i "
    "gives to each token.",
)
def test_self_attention_shows_weights_in_a_batch(student: Student) -> None:
    self_attention_of(student, TOKENS[None])


@illustration(
    "SingleHeadAttention",
    "The values are unit vectors, so the result is the attention weights; a column of zeros follows, as d is 4.",
)
def test_single_head_shows_weights(student: Student) -> None:
    x, nothing = torch.eye(3, WIDTH)[None], torch.zeros(WIDTH)
    square = [torch.cat([rows, torch.zeros(1, WIDTH)]).T.contiguous() for rows in (QUERIES, KEYS, VALUES)]
    weights = {f"{name}.weight": matrix for name, matrix in zip(("W_q", "W_k", "W_v"), square, strict=True)}
    weights |= {f"{name}.bias": nothing for name in ("W_q", "W_k", "W_v")}
    right, _ = self_attention_with_biases(x, *((matrix, nothing) for matrix in square))
    assert_close(with_weights(student.SingleHeadAttention(WIDTH), weights).call(x), right)
