"""Calls of 04_cross that are made to be read."""

import torch
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.illustrations import illustration
from autograder.checking.layers import with_weights
from autograder.checking.student import Student
from solutions.shared.readable import TOKENS, WIDE, WIDE_KEYS, WIDE_QUERIES
from solutions.shared.reference.attention import attend, project


def cross_attention_of(student: Student, x_1: Tensor, x_2: Tensor) -> None:
    """Compare CrossAttention where the values are unit vectors."""
    matrices = (WIDE_QUERIES, WIDE_KEYS, torch.eye(3))
    weights = dict(zip(("W_query", "W_key", "W_value"), matrices, strict=True))
    right, _ = attend(project(x_1, WIDE_QUERIES), project(x_2, WIDE_KEYS), x_2)
    assert_close(with_weights(student.CrossAttention(3, WIDE, 3), weights).call(x_1, x_2), right)


@illustration(
    "CrossAttention",
    "The values are unit vectors, so the result is the attention weights: a row for each of the two tokens of x_1, a "
    "column for each of the three of x_2.",
)
def test_cross_shows_weights(student: Student) -> None:
    cross_attention_of(student, TOKENS[:2], TOKENS)


@illustration(
    "CrossAttention",
    "A batch of one; the values are unit vectors, so the result is the attention weights: a row for each of the two tokens "
    "of x_1, a column for each of the three of x_2.",
)
def test_cross_shows_weights_in_a_batch(student: Student) -> None:
    cross_attention_of(student, TOKENS[None, :2], TOKENS[None])
