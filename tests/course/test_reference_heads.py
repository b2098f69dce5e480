"""The references for several heads against torch's own layers and against the figures that the sources print."""

import pytest
import torch
from torch import Tensor, nn

from autograder.checking.layers import gradients
from autograder.checking.samples import D_IN, D_K, D_V, B, T
from solutions.shared import figures
from solutions.shared.reference import attention as oracle
from solutions.shared.reference.attention import attend, project
from tests.helpers.references import CLOSE, PRINTED, doubles, drawn

H, D_H = 3, 5
D_MODEL = H * D_H


def torchs_layer(x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor, causal: bool) -> Tensor:
    layer = nn.MultiheadAttention(D_MODEL, H, bias=False, batch_first=True, dtype=torch.float64)
    weights = {"in_proj_weight": torch.cat([W_Q, W_K, W_V]), "out_proj.weight": W_O}
    later = torch.ones(T, T, dtype=torch.bool).triu(1) if causal else None
    out, _ = torch.func.functional_call(layer, weights, (x, x, x), {"attn_mask": later, "need_weights": False})
    return out


@pytest.mark.parametrize("causal", [False, True])
def test_multi_head_attention_is_torchs_with_its_gradients(causal: bool) -> None:
    inputs = [doubles(B, T, D_MODEL, seed=1), *(0.3 * doubles(D_MODEL, D_MODEL, seed=2 + place) for place in range(4))]
    cotangent = doubles(B, T, D_MODEL, seed=9)

    def own(*leaves: Tensor) -> Tensor:
        return oracle.multi_head_attention(*leaves, num_heads=H, causal=causal)

    def theirs(*leaves: Tensor) -> Tensor:
        return torchs_layer(*leaves, causal=causal)

    torch.testing.assert_close(own(*inputs), theirs(*inputs), **CLOSE)
    for mine, other in zip(gradients(own, inputs, [cotangent]), gradients(theirs, inputs, [cotangent]), strict=True):
        torch.testing.assert_close(mine, other, **CLOSE)


def test_split_gives_each_head_its_columns() -> None:
    x = torch.arange(12).reshape(1, 2, 6)
    assert oracle.split(x, 2).tolist() == [[[[0, 1, 2], [6, 7, 8]], [[3, 4, 5], [9, 10, 11]]]]


def test_split_is_a_view_with_two_axes_swapped_and_merge_undoes_it() -> None:
    x = doubles(B, T, D_MODEL, seed=1)
    assert torch.equal(oracle.split(x, H), x.view(B, T, H, D_H).transpose(1, 2))
    assert torch.equal(oracle.merge(oracle.split(x, H)), x)


def test_split_and_merge_pass_gradients_on() -> None:
    x, cotangent = doubles(B, T, D_MODEL, seed=2), doubles(B, H, T, D_H, seed=3)
    (grad,) = gradients(lambda x: oracle.split(x, H), [x], [cotangent])
    assert torch.equal(grad, oracle.merge(cotangent))
    (back,) = gradients(oracle.merge, [cotangent], [x])
    assert torch.equal(back, oracle.split(x, H))


@pytest.mark.parametrize("leading", [(), (B,), (2, 3)])
def test_heads_side_by_side_are_single_heads(leading: tuple[int, ...]) -> None:
    x = doubles(*leading, T, D_IN, seed=4)
    shapes = [(D_IN, D_K), (D_IN, D_K), (D_IN, D_V)] * 2
    matrices = [0.5 * doubles(*shape, seed=5 + place) for place, shape in enumerate(shapes)]
    both = oracle.side_by_side(x, matrices)
    for place in range(2):
        queries, keys, values = (x @ matrix for matrix in matrices[3 * place : 3 * place + 3])
        alone = nn.functional.scaled_dot_product_attention(queries, keys, values)
        torch.testing.assert_close(both[..., place * D_V : (place + 1) * D_V], alone, **CLOSE)


def test_printed_figures_of_the_wrapper_follow() -> None:
    out = oracle.side_by_side(figures.EMBEDDED_SENTENCE, drawn(*[(3, 2), (3, 2), (3, 1)] * 4))
    torch.testing.assert_close(out, figures.WRAPPER_OUTPUT.double(), **PRINTED)


def test_printed_figures_of_cross_attention_follow() -> None:
    W_query, W_key, W_value, second = drawn((3, 2), (3, 2), (3, 4), (8, 3))
    torch.testing.assert_close(second, figures.SECOND_SEQUENCE, rtol=0.0, atol=1e-6)
    queries = project(figures.EMBEDDED_SENTENCE, W_query)
    out, _ = attend(queries, project(second, W_key), project(second, W_value))
    torch.testing.assert_close(out, figures.CROSS_OUTPUT.double(), **PRINTED)
