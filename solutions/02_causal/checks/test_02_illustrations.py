"""Calls of 02_causal that are made to be read."""

import torch
from torch import Tensor

from autograder.checking.assertions import assert_close
from autograder.checking.illustrations import illustration
from autograder.checking.layers import with_weights
from autograder.checking.student import Student
from solutions.shared.readable import KEYS, QUERIES, TOKENS, WIDE, WIDE_KEYS, WIDE_QUERIES
from solutions.shared.reference.attention import causal_attention, causal_self_attention


@illustration(
    "CausalSelfAttention",
    "The values are unit vectors and so are the columns of W_O, so the result is the attention weights: later tokens "
    "get 0, and each row sums to 1.",
)
def test_causal_shows_weights(student: Student) -> None:
    values = torch.eye(3, WIDE)
    matrices = [*(rows.T.contiguous() for rows in (WIDE_QUERIES, WIDE_KEYS, values)), values]
    weights = dict(zip((f"W_{letter}.weight" for letter in "QKVO"), matrices, strict=True))
    layer = with_weights(student.CausalSelfAttention(3, WIDE), weights)
    assert_close(layer.call(TOKENS[None]), causal_self_attention(TOKENS[None], *matrices))


def single_head(student: Student, queries: Tensor, keys: Tensor, output: int) -> None:
    """Compare one output, out or weights, where the values are unit vectors."""
    width = queries.shape[-1]
    matrices = [rows.T.contiguous() for rows in (queries, keys, torch.eye(3, width))]
    weights = {f"{name}.weight": matrix for name, matrix in zip("qkv", matrices, strict=True)}
    layer = with_weights(student.SingleHeadSelfAttention(3, width), weights)
    right = causal_attention(TOKENS[None], *matrices)
    assert_close(layer.output(("out", "weights"), output).call(TOKENS[None]), right[output])


@illustration(
    "SingleHeadSelfAttention",
    "The weights of three tokens: row i is what token i gives to each token. Later tokens get 0, and each row sums to 1.",
)
def test_single_head_weights(student: Student) -> None:
    single_head(student, WIDE_QUERIES, WIDE_KEYS, 1)


@illustration(
    "SingleHeadSelfAttention",
    "The values are unit vectors, so out repeats the attention weights; a column of zeros follows, as d_k is 4.",
)
def test_single_head_out(student: Student) -> None:
    single_head(student, QUERIES, KEYS, 0)
