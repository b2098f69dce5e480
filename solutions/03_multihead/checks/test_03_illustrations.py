"""Calls of 03_multihead that are made to be read."""

import torch
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.illustrations import illustration
from autograder.checking.layers import with_weights
from autograder.checking.student import Student
from solutions.shared.fused import NAMES, asked, expected
from solutions.shared.readable import TWO_KEYS, TWO_QUERIES, TWO_TOKENS, from_first_columns
from solutions.shared.reference.attention import merge, side_by_side, split


@illustration(
    "split_heads",
    "The columns of each token are numbered from 0: head 0 should get 0 and 1, head 1 should get 2 and 3.",
)
def test_split_numbered_columns(student: Student) -> None:
    x = torch.arange(4.0).repeat(2, 1)[None] + torch.tensor([[0.0], [10.0]])  # token 1 counts from 10
    assert_close(student.split_heads(x, 2), split(x, 2))


@illustration(
    "merge_heads",
    "The tens digit is the token, and the ones digit the column that each number belongs to: 0 to 3 in row 0, 10 to 13 "
    "in row 1.",
)
def test_merge_numbered_columns(student: Student) -> None:
    x = torch.tensor([[[[0.0, 1.0], [10.0, 11.0]], [[2.0, 3.0], [12.0, 13.0]]]])  # (B, h, T, d_h)
    assert_close(student.merge_heads(x), merge(x))


def fused(student: Student, *, causal: bool) -> None:
    """Compare MultiHeadAttention with two heads where the values of each head are unit vectors."""
    square = [from_first_columns(TWO_QUERIES), from_first_columns(TWO_KEYS), torch.eye(4), torch.eye(4)]
    weights = {f"{name}.weight": matrix for name, matrix in zip(NAMES, square, strict=True)}
    answer = asked(student, weights, 2, causal=causal).call(TWO_TOKENS[None])
    assert_close(answer, expected(TWO_TOKENS[None], weights, 2, causal=causal))


@illustration(
    "MultiHeadAttention",
    "The values of each head are unit vectors and W_O changes nothing, so columns 0 and 1 are the weights of head 0, and "
    "columns 2 and 3 those of head 1.",
)
def test_fused_shows_weights(student: Student) -> None:
    fused(student, causal=False)


@illustration(
    "MultiHeadAttention",
    "The values of each head are unit vectors and W_O changes nothing, so columns 0 and 1 are the weights of head 0, and "
    "columns 2 and 3 those of head 1. With causal=True, token 0 sees only itself.",
)
def test_fused_shows_causal_weights(student: Student) -> None:
    fused(student, causal=True)


@illustration(
    "MultiHeadAttentionWrapper",
    "The values are unit vectors, so columns 0 and 1 are the weights of head 0, and columns 2 and 3 those of head 1.",
)
def test_wrapper_shows_weights(student: Student) -> None:
    x, scores = torch.eye(2), (torch.tensor([[0.0, 2.0], [1.0, 0.0]]), torch.tensor([[1.0, 0.0], [0.0, 3.0]]))
    keys = 2 * torch.eye(2, 4)  # scores / sqrt(d_k) are the queries' first two columns
    heads: list[tuple[Tensor, ...]] = [(torch.cat([rows, rows], -1), keys, torch.eye(2)) for rows in scores]
    weights = {
        f"heads.{number}.{name}": matrix
        for number, matrices in enumerate(heads)
        for name, matrix in zip(("W_query", "W_key", "W_value"), matrices, strict=True)
    }
    layer = with_weights(student.MultiHeadAttentionWrapper(2, 4, 2, 2), weights)
    assert_close(layer.call(x), side_by_side(x, [matrix for matrices in heads for matrix in matrices]))
