"""The references of the language model against torch's own layers, and against what the formulas promise."""

import math

import pytest
import torch
from torch import Tensor, nn

from autograder.checking.layers import gradients
from autograder.checking.samples import B, T
from solutions.shared.language import (
    D_HIDDEN,
    D_MODEL,
    HEADS,
    MAX_TOKENS,
    VOCAB,
    block_weights,
    gpt_weights,
    norm_weights,
    some_ids,
    thinking_weights,
)
from solutions.shared.reference import counting, language
from tests.helpers.references import CLOSE, doubles


def in_double(weights: dict[str, Tensor]) -> list[Tensor]:
    return [value.double() for value in weights.values()]


def test_positions_are_waves_that_slow_down() -> None:
    table = language.sinusoidal_positions(50, 6)
    for pair in range(3):
        angle = torch.arange(50, dtype=torch.float64) / 10_000 ** (2 * pair / 6)
        torch.testing.assert_close(table[:, 2 * pair], angle.sin(), **CLOSE)
        torch.testing.assert_close(table[:, 2 * pair + 1], angle.cos(), **CLOSE)


@pytest.mark.parametrize("shape", [(5,), (B, T, 5)])
def test_layer_norm_is_torchs_with_its_gradients(shape: tuple[int, ...]) -> None:
    inputs = [3 * doubles(*shape, seed=1), *in_double(norm_weights(5))]
    cotangent = doubles(*shape, seed=2)

    def theirs(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        return nn.functional.layer_norm(x, (5,), weight, bias)

    torch.testing.assert_close(language.layer_norm(*inputs), theirs(*inputs), **CLOSE)
    pairs = zip(
        gradients(language.layer_norm, inputs, [cotangent]), gradients(theirs, inputs, [cotangent]), strict=True
    )
    for mine, other in pairs:
        torch.testing.assert_close(mine, other, **CLOSE)


def test_feed_forward_bends_as_torch_does() -> None:
    x = doubles(B, T, D_MODEL, seed=3)
    up, up_bias, down, down_bias = in_double(thinking_weights(D_MODEL, D_HIDDEN))
    theirs = nn.functional.linear(nn.functional.gelu(nn.functional.linear(x, up, up_bias)), down, down_bias)
    torch.testing.assert_close(language.feed_forward(x, up, up_bias, down, down_bias), theirs, **CLOSE)


def test_a_block_is_torchs_encoder_layer_with_the_norms_first() -> None:
    weights = {name: value.double() for name, value in block_weights(D_MODEL, D_HIDDEN).items()}
    layer = nn.TransformerEncoderLayer(
        D_MODEL, HEADS, D_HIDDEN, 0.0, "gelu", batch_first=True, norm_first=True, dtype=torch.float64
    )
    joined = torch.cat([weights[f"attention.{name}.weight"] for name in ("W_Q", "W_K", "W_V")])
    named = {"self_attn.in_proj_weight": joined, "self_attn.in_proj_bias": torch.zeros(3 * D_MODEL).double()}
    named |= {"self_attn.out_proj.weight": weights["attention.W_O.weight"]}
    named |= {"self_attn.out_proj.bias": torch.zeros(D_MODEL).double()}
    for theirs, mine in (("norm1", "norm_1"), ("norm2", "norm_2")):
        named |= {f"{theirs}.{part}": weights[f"{mine}.{part}"] for part in ("weight", "bias")}
    for theirs, mine in (("linear1", "up"), ("linear2", "down")):
        named |= {f"{theirs}.{part}": weights[f"feed_forward.{mine}.{part}"] for part in ("weight", "bias")}
    layer.load_state_dict(named)
    x = doubles(B, T, D_MODEL, seed=4)
    later = torch.ones(T, T, dtype=torch.bool).triu(1)
    got = language.block(x, *weights.values(), num_heads=HEADS)
    torch.testing.assert_close(got, layer(x, src_mask=later), **CLOSE)


def test_cross_entropy_is_torchs_with_its_gradient() -> None:
    logits, targets = 3 * doubles(B, T, VOCAB, seed=5), some_ids(B, T, seed=6)

    def theirs(z: Tensor) -> Tensor:
        return nn.functional.cross_entropy(z.flatten(0, 1), targets.flatten())

    torch.testing.assert_close(language.cross_entropy(logits, targets), theirs(logits), **CLOSE)
    one = torch.tensor(1.0, dtype=torch.float64)
    (mine,) = gradients(lambda z: language.cross_entropy(z, targets), [logits], [one])
    (other,) = gradients(theirs, [logits], [one])
    torch.testing.assert_close(mine, other, **CLOSE)


def test_cross_entropy_of_large_logits_is_finite() -> None:
    loss = language.cross_entropy(torch.tensor([[1e4, -1e4]]), torch.tensor([1]))
    assert loss.item() == pytest.approx(2e4)


def test_a_model_without_blocks_is_a_norm_between_two_uses_of_one_table() -> None:
    weights, ids = gpt_weights(num_layers=0), some_ids(B, T, seed=7)
    table, positions, scale, shift = in_double(weights)
    x = nn.functional.layer_norm(table[ids] + positions[:T], (D_MODEL,), scale, shift)
    torch.testing.assert_close(language.tiny_gpt(ids, *weights.values(), num_heads=HEADS), x @ table.T, **CLOSE)


def test_a_model_looks_at_no_later_token() -> None:
    weights, ids = gpt_weights(), some_ids(B, MAX_TOKENS, seed=8)
    changed = ids.clone()
    changed[:, -1] = (changed[:, -1] + 1) % VOCAB
    one, other = (language.tiny_gpt(item, *weights.values(), num_heads=HEADS) for item in (ids, changed))
    torch.testing.assert_close(one[:, :-1], other[:, :-1], **CLOSE)
    assert not torch.allclose(one[:, -1], other[:, -1])


@pytest.mark.parametrize("top_k", [None, 1, 3, VOCAB, 50])
@pytest.mark.parametrize("temperature", [0.3, 1.0, 4.0])
def test_probabilities_are_a_softmax_over_the_largest(temperature: float, top_k: int | None) -> None:
    logits = doubles(4, VOCAB, seed=9)
    scaled = logits / temperature
    largest = scaled.topk(min(top_k or VOCAB, VOCAB)).values[:, -1:]
    theirs = scaled.masked_fill(scaled < largest, -math.inf).softmax(-1)
    torch.testing.assert_close(language.next_probabilities(logits, temperature, top_k), theirs, **CLOSE)


def test_what_is_written_is_drawn_from_what_the_model_was_shown() -> None:
    seen: list[int] = []

    def successors(ids: Tensor) -> Tensor:
        seen.append(ids.shape[1])
        return nn.functional.one_hot((ids + 1) % VOCAB, VOCAB).double()

    got = language.written(successors, torch.tensor([[9, 3]]), 4, 3)
    assert got.tolist() == [[9, 3, 4, 5, 6, 7]]
    assert seen == [2, 3, 3, 3]


def test_counts_are_those_of_torchs_layers() -> None:
    norms_and_layers = [nn.LayerNorm(5), nn.LayerNorm(5), nn.Linear(5, 7), nn.Linear(7, 5)]
    expected = sum(p.numel() for layer in norms_and_layers for p in layer.parameters()) + 4 * 25
    assert counting.block_parameters(5, 7) == expected
    assert counting.tiny_gpt_parameters(11, 5, 7, 3, 9) == 20 * 5 + 3 * expected + 10
    assert counting.bytes_of_cache(2, 3, 5, 7, 4) == 2 * 2 * 3 * 5 * 7 * 4


def test_loss_and_perplexity_undo_each_other() -> None:
    for tokens in (1, 2, 65, 1000):
        assert language.loss_of_equal_logits(tokens) == pytest.approx(math.log(tokens), abs=1e-12)
        assert language.equally_likely(math.log(tokens)) == pytest.approx(tokens)


@pytest.mark.parametrize("k", [0, 1, 7, 100])
def test_one_matrix_moves_every_position(k: int) -> None:
    table = language.sinusoidal_positions(150, 8)
    moved = table[:50] @ language.step_of_positions(k, 8).T
    torch.testing.assert_close(moved, table[k : 50 + k], **CLOSE)
