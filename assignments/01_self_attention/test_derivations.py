"""Public tests of derivations.py, in the order of the exercises."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.rules import assert_rules
from assignments._support.stand_in import gpu


@pytest.mark.exercise("n_params_self_attention")
def test_n_params_self_attention(student: Any) -> None:
    """Raschka's sizes, and sizes that all differ."""
    assert student.n_params_self_attention(d_in=3, d_out_kq=2, d_out_v=4) == 24
    assert student.n_params_self_attention(7, 3, 11) == 119


@pytest.mark.exercise("n_params_single_head")
def test_n_params_single_head(student: Any) -> None:
    """The width of "two plus three"."""
    assert student.n_params_single_head(embed_dim=64) == 12_480


@pytest.mark.exercise("n_qkv_weights")
def test_n_qkv_weights(student: Any) -> None:
    """What the lesson calls about 450 million."""
    assert student.n_qkv_weights(embed_dim=12_288) == 452_984_832


@pytest.mark.exercise("n_qkv_weights")
def test_n_qkv_weights_beyond_32_bits(student: Any) -> None:
    """Three square matrices of width 100,000."""
    assert student.n_qkv_weights(100_000) == 30_000_000_000


@pytest.mark.exercise("dot_product_variance")
def test_dot_product_variance_of_unit_entries(student: Any) -> None:
    """Vaswani et al. 2017, section 3.2.1, footnote 4."""
    assert_close(student.dot_product_variance(d_h=64, sigma=1.0), 64.0, call="dot_product_variance(64, 1.0)")


@pytest.mark.exercise("dot_product_variance")
def test_dot_product_variance_of_larger_entries(student: Any) -> None:
    """The size of the entries matters, too."""
    assert_close(student.dot_product_variance(5, 3.0), 405.0, call="dot_product_variance(5, 3.0)")


@pytest.mark.exercise("dot_product_variance")
def test_dot_product_variance_of_smaller_entries(student: Any) -> None:
    """It need not be a whole number: 3 / 16."""
    assert_close(student.dot_product_variance(3, 0.5), 0.1875, call="dot_product_variance(3, 0.5)")


@pytest.mark.exercise("scaled_score_std")
def test_scaled_score_std(student: Any) -> None:
    """One value for entries of standard deviation 3."""
    assert_close(student.scaled_score_std(d_h=5, sigma=3.0), 9.0, call="scaled_score_std(5, 3.0)")


@pytest.mark.exercise("scaled_score_std")
def test_scaled_score_std_of_smaller_entries(student: Any) -> None:
    """It need not be a whole number, and does not depend on the width."""
    assert_close(student.scaled_score_std(3, 0.5), 0.25, call="scaled_score_std(3, 0.5)")
    assert_close(student.scaled_score_std(7, 0.5), 0.25, call="scaled_score_std(7, 0.5)")


@pytest.mark.exercise("softmax_jacobian")
def test_softmax_jacobian_is_square(student: Any) -> None:
    """Five shares answer to five entries."""
    assert student.softmax_jacobian(torch.full((5,), 0.2)).shape == (5, 5)


@pytest.mark.exercise("softmax_jacobian")
def test_softmax_jacobian_of_two_shares(student: Any) -> None:
    """What one share gains, the other loses."""
    by_hand = torch.tensor([[0.1875, -0.1875], [-0.1875, 0.1875]])
    assert_close(student.softmax_jacobian(torch.tensor([0.25, 0.75])), by_hand, call="softmax_jacobian(p)")


@pytest.mark.exercise("softmax_jacobian")
def test_softmax_jacobian_keeps_dtype_and_device(student: Any) -> None:
    """Shares in float64 give derivatives in float64, and shares on another device derivatives on that device."""
    assert student.softmax_jacobian(torch.full((200,), 1 / 200, dtype=torch.float64)).dtype == torch.float64
    with gpu():
        assert student.softmax_jacobian(torch.full((4,), 0.25, device="cuda")).device.type == "cuda"


@pytest.mark.exercise("softmax_jacobian")
def test_softmax_jacobian_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.softmax_jacobian, p=torch.tensor([0.2, 0.5, 0.3]), call="softmax_jacobian(p)")


@pytest.mark.exercise("saturating_queries_keys")
def test_saturating_queries_keys_have_the_same_shape(student: Any) -> None:
    """At least two tokens, each with a query and a key."""
    queries, keys = student.saturating_queries_keys()
    assert queries.ndim == 2
    assert queries.shape == keys.shape
    assert len(queries) >= 2


@pytest.mark.exercise("saturating_queries_keys")
def test_saturating_queries_keys_are_finite(student: Any) -> None:
    """Infinity would saturate anything."""
    queries, keys = student.saturating_queries_keys()
    assert queries.isfinite().all()
    assert keys.isfinite().all()


@pytest.mark.exercise("saturating_queries_keys")
def test_saturating_queries_keys_need_the_scale(student: Any) -> None:
    """With the identity as values, PyTorch's own attention returns its weights, here without the scale and with it."""
    queries, keys = (part.double() for part in student.saturating_queries_keys())
    identity = torch.eye(len(keys), dtype=torch.double)
    unscaled = torch.nn.functional.scaled_dot_product_attention(queries, keys, identity, scale=1.0)
    scaled = torch.nn.functional.scaled_dot_product_attention(queries, keys, identity)
    assert unscaled.max() > 0.99
    assert scaled.max() < 0.9


@pytest.mark.exercise("asymmetric_scores")
def test_asymmetric_scores_fit_together(student: Any) -> None:
    """Both matrices are as high as the token vectors are wide, and equally wide."""
    x, W_query, W_key = student.asymmetric_scores()
    assert x.ndim == W_query.ndim == 2
    assert W_query.shape == W_key.shape
    assert W_query.shape[0] == x.shape[1]


@pytest.mark.exercise("asymmetric_scores")
def test_asymmetric_scores_are_finite(student: Any) -> None:
    """Every entry is a number, and none is infinite."""
    for tensor in student.asymmetric_scores():
        assert tensor.dtype != torch.bool
        assert tensor.isfinite().all()


@pytest.mark.exercise("asymmetric_scores")
def test_asymmetric_scores_differ_from_their_transpose(student: Any) -> None:
    """The score of i and j is a product of four factors: token i, both matrices, token j."""
    x, W_query, W_key = (part.double() for part in student.asymmetric_scores())
    scores = torch.linalg.multi_dot((x, W_query, W_key.mT, x.mT))
    assert (scores - scores.mT).abs().max() > 1e-3
