"""Public tests of derivations.py, in the order of the exercises."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.rules import assert_rules
from assignments._support.stand_in import gpu


@pytest.mark.exercise("n_params_causal")
def test_n_params_causal(student: Any) -> None:
    """The sizes of myGPT, and sizes that differ."""
    assert student.n_params_causal(embed_dim=4, head_dim=4) == 64
    assert student.n_params_causal(7, 3) == 84


@pytest.mark.exercise("n_params_causal")
def test_n_params_causal_beyond_32_bits(student: Any) -> None:
    """Four matrices of 100,000 × 100,000."""
    assert student.n_params_causal(100_000, 100_000) == 40_000_000_000


@pytest.mark.exercise("n_params_with_embedding")
def test_n_params_with_embedding(student: Any) -> None:
    """The sizes of myGPT, and sizes that all differ."""
    assert student.n_params_with_embedding(vocab_size=4, embed_dim=4, head_dim=4) == 80
    assert student.n_params_with_embedding(11, 7, 3) == 161


@pytest.mark.exercise("n_visible_pairs")
def test_n_visible_pairs(student: Any) -> None:
    """One token sees itself; the zeros in the printed mask of five tokens."""
    assert student.n_visible_pairs(T=1) == 1
    assert student.n_visible_pairs(5) == 15


@pytest.mark.exercise("n_visible_pairs")
def test_n_visible_pairs_of_a_library(student: Any) -> None:
    """Ten million tokens: no memory has room for all pairs."""
    assert student.n_visible_pairs(10_000_000) == 50_000_005_000_000


@pytest.mark.exercise("first_row")
def test_first_row_has_one_weight_per_token(student: Any) -> None:
    """Five weights, which sum to 1."""
    row = student.first_row(T=5)
    assert row.shape == (5,)
    assert_close(row.sum(), torch.tensor(1.0), call="first_row(5).sum()")


@pytest.mark.exercise("first_row")
def test_first_row_gives_the_last_token_nothing(student: Any) -> None:
    """Token 2 comes after token 0."""
    assert student.first_row(3)[2] == 0


@pytest.mark.exercise("first_row")
def test_first_row_of_a_long_sentence(student: Any) -> None:
    """Two hundred tokens."""
    assert student.first_row(200).shape == (200,)


@pytest.mark.exercise("uniform_causal_weights")
def test_uniform_causal_weights_are_weights(student: Any) -> None:
    """A square whose rows sum to 1."""
    weights = student.uniform_causal_weights(T=5)
    assert weights.shape == (5, 5)
    assert_close(weights.sum(dim=-1), torch.ones(5), call="uniform_causal_weights(5).sum(dim=-1)")


@pytest.mark.exercise("uniform_causal_weights")
def test_uniform_causal_weights_of_the_second_token(student: Any) -> None:
    """myGPT, chapter 6: row 1 of three tokens."""
    row = student.uniform_causal_weights(3)[1]
    assert_close(row, torch.tensor([0.5, 0.5, 0.0]), call="uniform_causal_weights(3)[1]")


@pytest.mark.exercise("uniform_causal_weights")
def test_uniform_causal_weights_of_a_long_sentence(student: Any) -> None:
    """The last of 200 tokens sees all of them."""
    row = student.uniform_causal_weights(200)[199]
    assert_close(row, torch.full((200,), 1 / 200), call="uniform_causal_weights(200)[199]")


@pytest.mark.exercise("key_bias_shift")
def test_key_bias_shift_is_one_number_per_row(student: Any) -> None:
    """Seven queries give seven numbers; without a bias, nothing is shifted."""
    shift = student.key_bias_shift(torch.ones(7, 3), torch.zeros(3))
    assert_close(shift, torch.zeros(7), call="key_bias_shift(queries, zeros)")


@pytest.mark.exercise("key_bias_shift")
def test_key_bias_shift_by_hand(student: Any) -> None:
    """Two queries and biases of small whole numbers."""
    queries = torch.tensor([[3.0, 1.0], [2.0, -1.0]])
    shift = student.key_bias_shift(queries, torch.tensor([1.0, 2.0]))
    assert_close(shift, torch.tensor([5.0, 0.0]), call="key_bias_shift(queries, [1, 2])")
    shift = student.key_bias_shift(queries, torch.tensor([-1.0, 2.0]))
    assert_close(shift, torch.tensor([-1.0, -4.0]), call="key_bias_shift(queries, [-1, 2])")


@pytest.mark.exercise("key_bias_shift")
def test_key_bias_shift_keeps_dtype_and_device(student: Any) -> None:
    """Inputs in float64 give float64, and inputs on another device a result on that device."""
    queries, key_bias = torch.ones(200, 3, dtype=torch.float64), torch.ones(3, dtype=torch.float64)
    assert student.key_bias_shift(queries, key_bias).dtype == torch.float64
    with gpu():
        assert student.key_bias_shift(queries.to("cuda"), key_bias.to("cuda")).device.type == "cuda"


@pytest.mark.exercise("key_bias_shift")
def test_key_bias_shift_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    queries, key_bias = torch.tensor([[1.0, 2.0], [-1.0, 0.5]]), torch.tensor([3.0, -1.0])
    call = "key_bias_shift(queries, key_bias)"
    assert_rules(student.key_bias_shift, queries=queries, key_bias=key_bias, call=call)


@pytest.mark.exercise("query_bias_counterexample")
def test_query_bias_counterexample_fits_together(student: Any) -> None:
    """Finite numbers, in shapes that can be multiplied."""
    x, W_Q, W_K, b_Q = student.query_bias_counterexample()
    assert all(torch.isfinite(part).all() for part in (x, W_Q, W_K, b_Q))
    assert b_Q.ndim == 1
    assert W_Q.shape == W_K.shape == (x.shape[1], len(b_Q))


@pytest.mark.exercise("query_bias_counterexample")
def test_query_bias_counterexample_changes_the_weights(student: Any) -> None:
    """With the identity as values, PyTorch's own attention returns its weights, here without and with the bias."""
    x, W_Q, W_K, b_Q = (part.double() for part in student.query_bias_counterexample())
    identity = torch.eye(len(x), dtype=torch.double)
    without = torch.nn.functional.scaled_dot_product_attention(x @ W_Q, x @ W_K, identity)
    biased = torch.nn.functional.scaled_dot_product_attention(x @ W_Q + b_Q, x @ W_K, identity)
    assert (biased - without).abs().max() > 1e-3
