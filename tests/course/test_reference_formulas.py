"""The references of the derivations against other ways to find the same, and against the figures of the sources."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from autograder.checking.samples import sample
from solutions.shared.reference import chance, counting, formulas, witnesses
from solutions.shared.reference import training as parabola

EXACT = {"rtol": 1e-12, "atol": 1e-12}


def signs(count: int) -> Iterator[tuple[int, ...]]:
    return product((-1, 1), repeat=count)


def test_parameters_are_those_that_the_sources_count() -> None:
    assert counting.self_attention_parameters(3, 2, 4) == 24
    assert counting.single_head_parameters(64) == 12_480
    assert counting.qkv_weights(12_288) == 452_984_832
    assert counting.causal_parameters(4, 4) == 64
    assert counting.parameters_with_embedding(4, 4, 4) == 80
    assert counting.wrapper_parameters(3, 2, 1, 4) == 60
    assert counting.multihead_parameters(12_288) == 603_979_776


def test_parameters_at_unequal_sizes_are_the_sums_of_products() -> None:
    assert counting.self_attention_parameters(7, 3, 11) == 7 * 3 + 7 * 3 + 7 * 11
    assert counting.single_head_parameters(7) == 3 * (49 + 7)
    assert counting.causal_parameters(7, 3) == 4 * 21
    assert counting.parameters_with_embedding(13, 7, 3) == 13 * 7 + 4 * 21
    assert counting.wrapper_parameters(7, 3, 11, 5) == 5 * (21 + 21 + 77)
    assert counting.multihead_parameters(7) == sum(
        p.numel() for p in nn.MultiheadAttention(7, 1, bias=False).parameters()
    )


@pytest.mark.parametrize("T", [1, 2, 5, 12])
def test_visible_pairs_are_the_ones_of_a_lower_triangle(T: int) -> None:
    assert counting.visible_pairs(T) == int(torch.ones(T, T).tril().sum())


def test_the_width_of_a_head_is_its_share() -> None:
    assert [counting.head_width(512, heads) for heads in (1, 8, 512)] == [512, 64, 1]


@pytest.mark.parametrize(("T", "d_model", "num_heads"), [(5, 12, 3), (7, 6, 1), (10, 64, 8), (1, 2, 2)])
def test_operations_are_those_that_torch_counts_for_any_number_of_heads(T: int, d_model: int, num_heads: int) -> None:
    queries, keys, values = torch.randn(3, num_heads, T, d_model // num_heads)
    with FlopCounterMode(display=False) as counter:
        torch.softmax(queries @ keys.mT, -1) @ values
    assert counting.attention_operations(T, d_model) == counter.get_total_flops()


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16])
def test_bytes_are_those_of_the_tensor(dtype: torch.dtype) -> None:
    weights = torch.zeros(2, 5, 7, 7, dtype=dtype)
    assert counting.bytes_of_weights(2, 7, 5, dtype.itemsize) == weights.untyped_storage().nbytes()


def test_bytes_of_a_long_text() -> None:
    assert counting.bytes_of_weights(1, 4096, 32, 2) == 2**30


@pytest.mark.parametrize(("d_h", "sigma"), [(1, 2.0), (2, 0.5), (3, 1.5), (4, 0.25)])
def test_the_variance_of_a_score_is_that_over_all_outcomes(d_h: int, sigma: float) -> None:
    exact = Fraction(sigma)
    scores = [
        sum(q * k for q, k in zip(queries, keys, strict=True)) * exact**2
        for queries in signs(d_h)
        for keys in signs(d_h)
    ]
    assert sum(scores) == 0
    variance = sum(score**2 for score in scores) / len(scores)
    assert chance.score_variance(d_h, sigma) == float(variance)
    assert chance.scaled_score_deviation(d_h, sigma) == pytest.approx(math.sqrt(variance / d_h), rel=1e-12)


def test_the_spread_of_normal_entries_is_the_same() -> None:
    queries, keys = sample(2, 20_000, 5, seed=1, scale=1.5, dtype=torch.float64)
    scores = (queries * keys).sum(-1)
    assert float(scores.var()) == pytest.approx(chance.score_variance(5, 1.5), rel=0.05)
    assert float((scores / math.sqrt(5)).std()) == pytest.approx(chance.scaled_score_deviation(5, 1.5), rel=0.05)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_jacobian_is_that_of_finite_differences(n: int) -> None:
    p = torch.softmax(sample(n, seed=2, dtype=torch.float64), -1)
    nudges = torch.eye(n, dtype=torch.float64) * 1e-6
    columns = [(torch.softmax(p.log() + nudge, -1) - torch.softmax(p.log() - nudge, -1)) / 2e-6 for nudge in nudges]
    torch.testing.assert_close(formulas.jacobian_at(p), torch.stack(columns, 1), rtol=1e-6, atol=1e-8)


def test_the_jacobian_is_zero_where_softmax_is_saturated() -> None:
    assert not formulas.jacobian_at(torch.tensor([0.0, 1.0, 0.0])).any()


@pytest.mark.parametrize("T", [1, 2, 5])
def test_equal_scores_give_these_causal_weights(T: int) -> None:
    scores = torch.full((T, T), 0.3, dtype=torch.float64) + torch.full((T, T), -math.inf, dtype=torch.float64).triu(1)
    torch.testing.assert_close(formulas.equal_causal_weights(T), torch.softmax(scores, -1), **EXACT)
    other = torch.softmax(sample(T, T, seed=3, dtype=torch.float64).masked_fill(scores.isinf(), -math.inf), -1)
    torch.testing.assert_close(formulas.first_causal_row(T), other[0], **EXACT)


def test_a_bias_on_the_keys_shifts_every_score_of_a_row_alike() -> None:
    queries, keys, bias = sample(4, 3, seed=4), sample(6, 3, seed=5), sample(3, seed=6)
    gain = queries.double() @ (keys + bias.double()).T - queries.double() @ keys.double().T  # (T, T_k)
    shift = formulas.shift_by_key_bias(queries, bias)
    torch.testing.assert_close(gain, shift[:, None].expand(4, 6), rtol=1e-9, atol=1e-9)


def test_every_context_vector_lies_within_the_bounds_and_some_touch_them() -> None:
    values = sample(5, 3, seed=7, dtype=torch.float64)
    lower, upper = formulas.bounds_of_contexts(values)
    contexts = torch.softmax(sample(200, 5, seed=8, scale=30.0, dtype=torch.float64), -1) @ values
    assert (contexts >= lower - 1e-9).all()
    assert (contexts <= upper + 1e-9).all()
    torch.testing.assert_close(contexts.amin(0), lower, rtol=0.0, atol=1e-2)
    torch.testing.assert_close(contexts.amax(0), upper, rtol=0.0, atol=1e-2)


@pytest.mark.parametrize("curvature", [0.25, 1.0, 3.0, 1e-3, 3e6])
def test_below_the_bound_a_path_arrives_and_above_it_does_not(curvature: float) -> None:
    bound = parabola.stable_bound(curvature)
    assert parabola.shrinkage(curvature, 0.99 * bound) < 1 < parabola.shrinkage(curvature, 1.01 * bound)
    assert bound * curvature == pytest.approx(2.0, rel=1e-12)


def test_the_factor_is_a_distance() -> None:
    assert [parabola.shrinkage(2.0, rate) for rate in (0.0, 0.25, 0.5, 0.75, 1.0, 2.0)] == [1, 0.5, 0, 0.5, 1, 3]


def test_steps_are_counted_until_the_distance_is_small_enough() -> None:
    assert [parabola.steps_until(x0, 2.0, 0.25, 0.25) for x0 in (0.0, 0.25, -0.3, 1.0, -1.01)] == [0, 0, 1, 2, 3]
    assert parabola.steps_until(5.0, 4.0, 0.25, 0.1) == 1


@pytest.mark.parametrize(
    "place", [(1.0, 2.0, 0.1, 0.01), (-3.0, 0.5, 0.7, 0.2), (10.0, 3.0, 0.3, 3e-4), (-0.5, 1.0, 0.25, 0.3)]
)
def test_the_checks_ask_for_steps_where_rounding_decides_nothing(place: tuple[float, float, float, float]) -> None:
    x0, curvature, learning_rate, tolerance = place
    exact = math.log(tolerance / abs(x0)) / math.log(parabola.shrinkage(curvature, learning_rate))
    assert 0.1 < exact % 1 < 0.9
    assert parabola.steps_until(*place) == math.ceil(exact)


def test_two_keys_saturate_without_the_scale_only() -> None:
    queries, keys = torch.ones(2, 64).double(), torch.stack([torch.full((64,), 0.125), torch.zeros(64)]).double()
    plain, scaled = witnesses.largest_weights(queries, keys)
    assert plain == pytest.approx(1 / (1 + math.exp(-8)))
    assert scaled == pytest.approx(1 / (1 + math.exp(-1)))


def test_overflowing_scores_show_nothing() -> None:
    huge = torch.full((2, 2), 1e200, dtype=torch.float64)
    assert all(math.isnan(weight) for weight in witnesses.largest_weights(huge, huge))
    assert math.isnan(witnesses.asymmetry(huge, huge, huge))


def test_equal_projections_give_symmetric_scores_and_others_do_not() -> None:
    x, W, other = (sample(*shape, seed=9 + place).double() for place, shape in enumerate([(4, 3), (3, 5), (3, 5)]))
    assert witnesses.asymmetry(x, W, W) < 1e-12
    assert witnesses.asymmetry(x, W, other) > 0.1


def test_a_bias_on_the_queries_matters_unless_the_keys_are_equal() -> None:
    x, W_Q, W_K = (sample(3, 3, seed=20 + place).double() for place in range(3))
    b_Q = sample(3, seed=23).double()
    assert witnesses.effect_of_query_bias(x, W_Q, W_K, b_Q) > 1e-3
    assert witnesses.effect_of_query_bias(x, W_Q, W_K, torch.zeros(3).double()) == 0
    assert witnesses.effect_of_query_bias(x, W_Q, torch.zeros(3, 3).double(), b_Q) == 0
