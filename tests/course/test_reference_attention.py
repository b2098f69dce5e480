"""The references against torch's own implementations and against the figures that the sources print."""

import math

import pytest
import torch
from torch import Tensor, nn

from autograder.checking.layers import gradients
from autograder.checking.samples import D_IN, D_K, D_V, B, T
from solutions.shared import figures
from solutions.shared.reference import attention as oracle
from solutions.shared.reference.vocabulary import ids, vocabulary
from tests.helpers.references import CLOSE, PRINTED, doubles, drawn


def embedded_sentence() -> Tensor:
    with torch.random.fork_rng():
        torch.manual_seed(123)
        return nn.Embedding(50_000, 3)(torch.tensor(figures.SENTENCE_IDS)).detach()


@pytest.mark.parametrize("dim", [0, 1, 2, -1, -2])
def test_softmax_is_torchs_along_any_dimension(dim: int) -> None:
    z = doubles(2, 3, 4, seed=1)
    torch.testing.assert_close(oracle.softmax(z, dim), torch.softmax(z, dim), **CLOSE)


def test_softmax_is_right_for_extreme_entries() -> None:
    z = torch.tensor([[1e4, 9999.0, -1e4], [-math.inf, 0.0, 1.0], [-1e4, -1e4, -math.inf]])
    torch.testing.assert_close(oracle.softmax(z), torch.softmax(z.double(), -1), **CLOSE)


def test_softmax_has_torchs_gradient_and_none_through_minus_infinity() -> None:
    z, cotangent = doubles(3, 4, seed=2), doubles(3, 4, seed=3)
    z[0, 1] = -math.inf
    (own,) = gradients(lambda entries: oracle.softmax(entries, 0), [z], [cotangent])
    (theirs,) = gradients(lambda entries: torch.softmax(entries, 0), [z], [cotangent])
    torch.testing.assert_close(own, theirs, **CLOSE)
    assert own[0, 1] == 0


@pytest.mark.parametrize("leading", [(), (B,), (2, 3)])
@pytest.mark.parametrize("masked", [False, True])
def test_self_attention_is_torchs_with_its_gradients(leading: tuple[int, ...], masked: bool) -> None:
    mask = torch.ones(T, T, dtype=torch.bool).triu(1) if masked else None
    visible = None if mask is None else ~mask
    inputs = [
        doubles(*leading, T, D_IN, seed=4),
        *(doubles(D_IN, d, seed=5 + place) for place, d in enumerate((D_K, D_K, D_V))),
    ]
    cotangent = doubles(*leading, T, D_V, seed=9)

    def theirs(x: Tensor, W_query: Tensor, W_key: Tensor, W_value: Tensor) -> Tensor:
        return nn.functional.scaled_dot_product_attention(x @ W_query, x @ W_key, x @ W_value, attn_mask=visible)

    out, weights = oracle.self_attention(*inputs, mask=mask)
    torch.testing.assert_close(out, theirs(*inputs), **CLOSE)
    torch.testing.assert_close(weights.sum(-1), torch.ones(*leading, T, dtype=torch.float64), **CLOSE)
    pairs = zip(
        gradients(lambda *leaves: oracle.self_attention(*leaves, mask=mask)[0], inputs, [cotangent]),
        gradients(theirs, inputs, [cotangent]),
        strict=True,
    )
    for own, other in pairs:
        torch.testing.assert_close(own, other, **CLOSE)


def test_masked_weights_are_exactly_zero() -> None:
    mask = torch.ones(T, T, dtype=torch.bool).triu(1)
    _, weights = oracle.attend(*(doubles(B, T, d, seed=d) for d in (D_K, D_K, D_V)), mask)
    assert not weights[..., mask].any()


def test_queries_and_keys_need_not_be_as_many() -> None:
    queries, keys, values = doubles(B, T, D_K, seed=1), doubles(B, 4, D_K, seed=2), doubles(B, 4, D_V, seed=3)
    out, weights = oracle.attend(queries, keys, values)
    torch.testing.assert_close(out, nn.functional.scaled_dot_product_attention(queries, keys, values), **CLOSE)
    assert weights.shape == (B, T, 4)


def test_biases_are_those_of_linear_layers() -> None:
    layers = [nn.Linear(D_K, D_K, dtype=torch.float64) for _ in range(3)]
    x = doubles(B, T, D_K, seed=6)
    out, _ = oracle.self_attention_with_biases(x, *((layer.weight, layer.bias) for layer in layers))
    torch.testing.assert_close(
        out, nn.functional.scaled_dot_product_attention(*(layer(x) for layer in layers)), **CLOSE
    )


def test_printed_figures_follow_one_from_another() -> None:
    x, (W_query, W_key, W_value) = embedded_sentence(), drawn((3, 2), (3, 2), (3, 4))
    scores = oracle.attention_scores(oracle.project(x, W_query), oracle.project(x, W_key))
    out, weights = oracle.self_attention(x, W_query, W_key, W_value)
    for got, printed in (
        (x, figures.EMBEDDED_SENTENCE),
        (scores, figures.ATTENTION_SCORES),
        (weights, figures.ATTENTION_WEIGHTS),
        (out, figures.SELF_ATTENTION_OUTPUT),
        (oracle.self_attention(x, *drawn((3, 2), (3, 2), (3, 1)))[0], figures.ONE_VALUE_OUTPUT),
        (oracle.softmax(torch.tensor([1.0, 2.0, 3.0])), figures.SOFTMAX_123),
        (oracle.attention_scores(figures.BY_HAND_INPUT, figures.BY_HAND_INPUT), figures.BY_HAND_SCORES),
        (figures.BY_HAND_SCORES.double() / math.sqrt(2), figures.BY_HAND_SCALED),
    ):
        torch.testing.assert_close(got.double(), printed.double(), **PRINTED)


def test_the_sentence_has_the_printed_vocabulary() -> None:
    assert vocabulary(figures.SENTENCE) == figures.SENTENCE_VOCAB
    assert ids(["Life", "is", "short", "eat", "dessert", "first"], figures.SENTENCE_VOCAB) == list(figures.SENTENCE_IDS)


def test_a_repeated_word_leaves_no_gap() -> None:
    assert vocabulary("b a, b\n c") == {"a": 0, "b": 1, "c": 2}
