"""The references of causal attention against torch's own implementations and the figures that the sources print."""

import math

import pytest
import torch
from torch import Tensor, nn

from autograder.checking.failures import CheckFailedError
from autograder.checking.layers import gradients
from autograder.checking.samples import D_IN, D_K, B, T
from solutions.shared import figures
from solutions.shared import figures as causal
from solutions.shared.causal import dropped_of, factors_of, is_shared
from solutions.shared.reference import attention as oracle
from solutions.shared.reference.attention import softmax
from tests.helpers.references import CLOSE, PRINTED, doubles

LEADING = [(), (B,), (2, 3)]


def layers(d_in: int, d_out: int, count: int) -> list[Tensor]:
    return [doubles(d_out, d_in, seed=place) for place in range(count)]


@pytest.mark.parametrize("length", [1, 2, 5, 7])
def test_masks_are_torchs(length: int) -> None:
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    assert torch.equal(oracle.is_hidden(length), later)
    assert torch.equal(oracle.additive(length), nn.Transformer.generate_square_subsequent_mask(length))


@pytest.mark.parametrize("leading", LEADING)
def test_masked_softmax_is_torchs_with_its_gradient(leading: tuple[int, ...]) -> None:
    scores, cotangent = doubles(*leading, T, T, seed=1), doubles(*leading, T, T, seed=2)
    later = torch.ones(T, T, dtype=torch.bool).triu(1)

    def theirs(omega: Tensor) -> Tensor:
        return torch.softmax(omega.masked_fill(later, -math.inf) / math.sqrt(D_K), -1)

    def own(omega: Tensor) -> Tensor:
        return oracle.masked_softmax(omega, D_K)

    torch.testing.assert_close(own(scores), theirs(scores), **CLOSE)
    for mine, other in zip(*(gradients(each, [scores], [cotangent]) for each in (own, theirs)), strict=True):
        torch.testing.assert_close(mine, other, **CLOSE)


@pytest.mark.parametrize("leading", LEADING)
def test_renormalising_is_masking_before_the_softmax(leading: tuple[int, ...]) -> None:
    scores = doubles(*leading, T, T, seed=3)
    renormalised = oracle.mask_and_renormalize(softmax(scores / math.sqrt(D_K)))
    torch.testing.assert_close(renormalised, oracle.masked_softmax(scores, D_K), **CLOSE)


def test_masked_softmax_is_right_for_extreme_scores() -> None:
    scores = torch.tensor([[-1e4, 1e4, 1e4], [-1e4, -1e4 + 4, 1e4], [1e4, -1e4, 1e4 - 8]])
    expected = torch.softmax(scores.double().masked_fill(oracle.is_hidden(3), -math.inf) / 4, -1)
    torch.testing.assert_close(oracle.masked_softmax(scores, 16), expected, **CLOSE)


def test_causal_attention_is_torchs_with_its_gradients() -> None:
    inputs = [doubles(B, T, D_IN, seed=4), *layers(D_IN, D_K, 3)]
    cotangent = doubles(B, T, D_K, seed=5)

    def theirs(x: Tensor, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return nn.functional.scaled_dot_product_attention(x @ q.T, x @ k.T, x @ v.T, is_causal=True)

    torch.testing.assert_close(oracle.causal_attention(*inputs)[0], theirs(*inputs), **CLOSE)
    own = gradients(lambda *leaves: oracle.causal_attention(*leaves)[0], inputs, [cotangent])
    for mine, other in zip(own, gradients(theirs, inputs, [cotangent]), strict=True):
        torch.testing.assert_close(mine, other, **CLOSE)


def test_output_layer_is_a_linear_layer() -> None:
    x, (q, k, v), out = doubles(B, T, D_IN, seed=6), layers(D_IN, D_K, 3), doubles(D_IN, D_K, seed=7)
    expected = nn.functional.linear(oracle.causal_attention(x, q, k, v)[0], out)
    torch.testing.assert_close(oracle.causal_self_attention(x, q, k, v, out), expected, **CLOSE)


def test_printed_figures_follow_one_from_another() -> None:
    cut = figures.ATTENTION_WEIGHTS.masked_fill(oracle.is_hidden(6), 0.0)
    by_hand = [figures.BY_HAND_INPUT[None], *[torch.eye(2)] * 3]
    for got, printed in (
        (cut, causal.CUT_WEIGHTS),
        (oracle.mask_and_renormalize(figures.ATTENTION_WEIGHTS), causal.CAUSAL_WEIGHTS),
        (oracle.masked_softmax(figures.ATTENTION_SCORES, 2), causal.CAUSAL_WEIGHTS),
        (oracle.masked_softmax(figures.BY_HAND_SCORES, 2), causal.BY_HAND_WEIGHTS),
        (oracle.causal_attention(*by_hand)[0][0], causal.BY_HAND_OUTPUT),
        (oracle.masked_softmax(torch.zeros(3, 3), 2), causal.UNIFORM_ROWS),
        (oracle.additive(5), causal.ADDITIVE_MASK),
    ):
        torch.testing.assert_close(got.double(), printed.double(), **PRINTED)


def test_the_running_example_has_the_tutorials_seed_and_order() -> None:
    with torch.random.fork_rng():
        torch.manual_seed(0)
        x = nn.Embedding(4, 4).weight.detach()
        q, k, v, out = (nn.Linear(4, 4, bias=False).weight.detach() for _ in range(4))
    for drawn, literal in ((x, causal.RUNNING_X), (q, causal.RUNNING_W_Q), (k, causal.RUNNING_W_K)):
        torch.testing.assert_close(drawn, literal, **PRINTED)
    weights = oracle.causal_attention(x[None], q, k, v)[1][0]
    torch.testing.assert_close(weights, causal.RUNNING_WEIGHTS.double(), **PRINTED)
    assert oracle.causal_self_attention(x[None], q, k, v, out).shape == (1, 4, 4)
    assert sum(weight.numel() for weight in (q, k, v, out)) == 64


def undropped() -> Tensor:
    return oracle.masked_softmax(doubles(4, 9, 9, seed=8), D_K)


def drop(weights: Tensor, p: float, *shape: int) -> Tensor:
    """Dropout with one draw for each entry of `shape`, repeated over the rest."""
    draws = torch.rand(shape, generator=torch.Generator().manual_seed(9), dtype=torch.float64)
    return weights * (draws >= p) / (1 - p)


def test_dropped_weights_are_read_back() -> None:
    weights = drop(undropped(), 0.25, 4, 9, 9)
    dropped = dropped_of(weights, undropped(), 0.25, "head(x)")
    assert not is_shared(dropped)
    torch.testing.assert_close(undropped() * factors_of(dropped, 0.25), weights, **CLOSE)


@pytest.mark.parametrize("shape", [(1, 9, 9), (4, 1, 9), (4, 9, 1)])
def test_a_shared_draw_is_seen(shape: tuple[int, ...]) -> None:
    weights = drop(undropped(), 0.25, *shape)
    assert is_shared(weights == 0)


@pytest.mark.parametrize(
    "wrong",
    [
        undropped(),
        drop(undropped(), 0.75, 4, 9, 9),
        drop(undropped(), 0.25, 4, 9, 9) * 0.75,
        torch.softmax(drop(doubles(4, 9, 9, seed=8), 0.25, 4, 9, 9), -1),
        oracle.masked_softmax(doubles(1, 9, 9, seed=8), D_K),
    ],
    ids=["nothing dropped", "the complement", "not scaled", "on scores", "another shape"],
)
def test_what_is_no_dropout_is_refused(wrong: Tensor) -> None:
    with pytest.raises(CheckFailedError):
        dropped_of(wrong, undropped(), 0.25, "head(x)")
