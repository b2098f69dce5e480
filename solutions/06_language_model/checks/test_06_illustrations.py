"""Calls of 06_language_model that are made to be read."""

import torch

from autograder.checking.answer import Answer
from autograder.checking.assertions import FLOAT32, assert_close, assert_tensor
from autograder.checking.illustrations import illustration
from autograder.checking.layers import with_weights
from autograder.checking.student import Student
from solutions.shared.language import block_weights, in_pieces, read
from solutions.shared.readable import QUERIES, WIDTH
from solutions.shared.reference.attention import multi_head_attention
from solutions.shared.reference.language import block, cross_entropy, feed_forward, layer_norm

COUNTED = torch.tensor([[1.0, 2.0, 3.0, 4.0], [10.0, 10.0, 10.0, 14.0]])


@illustration("LayerNorm", "With a weight of ones and a bias of zeros, each row should have mean 0 and variance 1.")
def test_norm_of_counted(student: Student) -> None:
    weights = {"weight": torch.ones(WIDTH), "bias": torch.zeros(WIDTH)}
    assert_close(with_weights(student.LayerNorm(WIDTH), weights).call(COUNTED), layer_norm(COUNTED, *weights.values()))


@illustration("LayerNorm", "The weight is 1, 2, 3, 4 and the bias 100: row by row, normalise, multiply, add.")
def test_norm_scaled_and_shifted(student: Student) -> None:
    weights = {"weight": torch.arange(1.0, 5.0), "bias": torch.full((WIDTH,), 100.0)}
    assert_close(with_weights(student.LayerNorm(WIDTH), weights).call(COUNTED), layer_norm(COUNTED, *weights.values()))


@illustration(
    "FeedForward",
    "Both layers change nothing here, so the result is what the GELU between them makes of -2, -1, 1 and 2.",
)
def test_gelu_alone(student: Student) -> None:
    x, square, nothing = torch.tensor([[-2.0, -1.0, 1.0, 2.0]] * 2), torch.eye(WIDTH), torch.zeros(WIDTH)
    weights = {"up.weight": square, "up.bias": nothing, "down.weight": square, "down.bias": nothing}
    layer = with_weights(student.FeedForward(WIDTH, WIDTH), weights)
    assert_close(layer.call(x), feed_forward(x, *weights.values()))


@illustration(
    "TransformerBlock",
    "W_O and the layer down are zero here, so each half adds nothing, and x should come back as it went in: 1 to 4, and "
    "10, 10, 10, 14.",
)
def test_block_that_adds_nothing(student: Student) -> None:
    weights = block_weights(WIDTH, WIDTH)
    empty = ("attention.W_O.weight", "feed_forward.down.weight", "feed_forward.down.bias")
    weights |= {name: torch.zeros_like(weights[name]) for name in empty}
    layer = with_weights(student.TransformerBlock(WIDTH, 1, WIDTH), weights)
    assert_close(layer.call(COUNTED[None]), block(COUNTED[None], *weights.values(), num_heads=1))


@illustration(
    "cross_entropy",
    "There are two texts of three tokens. All logits are 0, so each of the six targets has probability 1/4, and the mean "
    "of six times ln 4 is ln 4 = 1.3863.",
)
def test_loss_of_zeros(student: Student) -> None:
    logits, targets = torch.zeros(2, 3, 4), torch.tensor([[0, 1, 2], [3, 2, 1]])
    assert_close(student.cross_entropy(logits, targets), cross_entropy(logits, targets))


@illustration(
    "CachedAttention",
    "Four tokens in pieces of two; the values are unit vectors, so the outputs of all pieces are the attention weights. "
    "Row i should end at column i.",
)
def test_cached_shows_weights(student: Student) -> None:
    queries = torch.cat([QUERIES, torch.tensor([[1.0, 2.0, 0.0, 1.0]])])  # (T, d_model), a token for each row
    x, square = torch.eye(WIDTH)[None], torch.eye(WIDTH)
    matrices = (queries.T.contiguous(), 2 * square, square, square)
    weights = dict(zip((f"W_{letter}.weight" for letter in "QKVO"), matrices, strict=True))
    answer: Answer = with_weights(student.CachedAttention(WIDTH, 1), weights).calls(*in_pieces(x, 2, 2))
    right = multi_head_attention(x, *matrices, num_heads=1, causal=True)
    assert_tensor(read(answer, 1), right, FLOAT32, called=answer.called, what="the outputs of all pieces")
