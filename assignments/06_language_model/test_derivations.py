"""Public tests of derivations.py, in the order of the exercises."""

import math
from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close


@pytest.mark.exercise("n_params_block")
def test_n_params_block(student: Any) -> None:
    """The block of the text, and the smallest one."""
    assert student.n_params_block(d_model=32, d_hidden=64) == 8_416
    assert student.n_params_block(1, 1) == 12


@pytest.mark.exercise("n_params_tiny_gpt")
def test_n_params_tiny_gpt(student: Any) -> None:
    """The model of the text."""
    assert student.n_params_tiny_gpt(vocab_size=65, d_model=32, d_hidden=64, num_layers=2, max_tokens=16) == 19_488


@pytest.mark.exercise("n_params_tiny_gpt")
def test_n_params_tiny_gpt_without_layers(student: Any) -> None:
    """Two tables and a norm."""
    assert student.n_params_tiny_gpt(10, 4, 8, 0, 6) == 72


@pytest.mark.exercise("cache_bytes")
def test_cache_bytes(student: Any) -> None:
    """Llama 2 7B with 4,096 tokens: two GiB."""
    assert student.cache_bytes(B=1, T=4096, d_model=4096, num_layers=32, bytes_per_element=2) == 2_147_483_648


@pytest.mark.exercise("cache_bytes")
def test_cache_bytes_of_several_texts(student: Any) -> None:
    """Three texts take three times as much as one."""
    assert student.cache_bytes(3, 10, 8, 2, 4) == 3 * student.cache_bytes(1, 10, 8, 2, 4) == 3_840


@pytest.mark.exercise("uniform_loss")
def test_uniform_loss(student: Any) -> None:
    """Two tokens, and 65 characters."""
    assert_close(student.uniform_loss(vocab_size=2), 0.6931, atol=1.5e-4, rtol=0.0, call="uniform_loss(2)")
    assert_close(student.uniform_loss(65), 4.1744, atol=1.5e-4, rtol=0.0, call="uniform_loss(65)")


@pytest.mark.exercise("perplexity")
def test_perplexity(student: Any) -> None:
    """Losses 0 and 2."""
    assert_close(student.perplexity(loss=0.0), 1.0, call="perplexity(0.0)")
    assert_close(student.perplexity(2.0), 7.3891, atol=1.5e-4, rtol=0.0, call="perplexity(2.0)")


@pytest.mark.exercise("shifted_positions")
def test_shifted_positions_of_one_pair(student: Any) -> None:
    """The matrix of the text."""
    expected = torch.tensor([[0.5403, 0.8415], [-0.8415, 0.5403]], dtype=torch.float64)
    assert_close(
        student.shifted_positions(k=1, d_model=2), expected, atol=1.5e-4, rtol=0.0, call="shifted_positions(1, 2)"
    )


@pytest.mark.exercise("shifted_positions")
def test_shifted_positions_moves_a_position(student: Any) -> None:
    """From position 5 to position 7, at width 4."""

    def position(t: int) -> torch.Tensor:
        angles = (t, t / 100)
        return torch.tensor([wave(angle) for angle in angles for wave in (math.sin, math.cos)], dtype=torch.float64)

    moved = student.shifted_positions(2, 4) @ position(5)
    assert_close(moved, position(7), atol=1e-6, rtol=0.0, call="shifted_positions(2, 4) @ P[5]")


@pytest.mark.exercise("shifted_positions")
def test_shifted_positions_without_a_step(student: Any) -> None:
    """The identity, in float64."""
    got = student.shifted_positions(0, 6)
    assert_close(got, torch.eye(6, dtype=torch.float64), call="shifted_positions(0, 6)")
