"""Public tests of multihead.py, in the order of the exercises."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.gradients import assert_differentiable
from assignments._support.rules import assert_rules
from assignments._support.stand_in import gpu

# Six word vectors of "Life is short, eat dessert first" (Raschka).
SENTENCE = torch.tensor(
    [
        [0.3374, -0.1778, -0.3035],
        [0.1794, 1.8951, 0.4954],
        [0.2692, -0.0770, -1.0205],
        [-0.2196, -0.3792, 0.7671],
        [-0.5880, 0.3486, 0.6603],
        [-1.1925, 0.6984, -1.4097],
    ]
)

# Two tokens, and the same numbers sorted into two heads.
TOKENS = torch.tensor([[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]])  # (1, 2, 6)
HEADS = torch.tensor([[[[0, 1, 2], [6, 7, 8]], [[3, 4, 5], [9, 10, 11]]]])  # (1, 2, 2, 3)


def with_identity_weights(attention: Any) -> Any:
    """Make all four matrices of a MultiHeadAttention the identity, so that its results can be found by hand."""
    with torch.no_grad():
        for linear in (attention.W_Q, attention.W_K, attention.W_V, attention.W_O):
            linear.weight.copy_(torch.eye(len(linear.weight)))
    return attention


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_is_as_wide_as_all_heads_together(student: Any) -> None:
    """Four heads of width 3 give 12 columns."""
    wrapper = student.MultiHeadAttentionWrapper(8, 5, 3, num_heads=4)
    assert wrapper(torch.ones(2, 6, 8)).shape == (2, 6, 12)


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_shows_all_its_parameters(student: Any) -> None:
    """Three matrices for each of four heads, visible to PyTorch: 60 numbers."""
    wrapper = student.MultiHeadAttentionWrapper(3, 2, 1, num_heads=4)
    assert len(wrapper.heads) == 4
    assert sum(parameter.numel() for parameter in wrapper.parameters()) == 60


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_keeps_the_order_of_its_heads(student: Any) -> None:
    """The columns of the first and of the last head are where they belong."""
    wrapper = student.MultiHeadAttentionWrapper(3, 5, 2, num_heads=3)
    out = wrapper(SENTENCE)
    assert_close(out[:, :2], wrapper.heads[0](SENTENCE), call="MultiHeadAttentionWrapper(3, 5, 2, 3)(x)[:, :2]")
    assert_close(out[:, 4:], wrapper.heads[2](SENTENCE), call="MultiHeadAttentionWrapper(3, 5, 2, 3)(x)[:, 4:]")


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_gives_the_printed_figures(student: Any) -> None:
    """Raschka, section on multi-head attention."""
    torch.manual_seed(123)
    wrapper = student.MultiHeadAttentionWrapper(3, 2, 1, num_heads=4)
    printed = torch.tensor(
        [
            [-0.0185, 0.0170, 0.1999, -0.0860],
            [0.4003, 1.7137, 1.3981, 1.0497],
            [-0.1103, -0.1609, 0.0079, -0.2416],
            [0.0668, 0.3534, 0.2322, 0.1008],
            [0.1180, 0.6949, 0.3157, 0.2807],
            [-0.1827, -0.2060, -0.2393, -0.3167],
        ]
    )
    call = "MultiHeadAttentionWrapper(3, 2, 1, num_heads=4)(sentence)"
    assert_close(wrapper(SENTENCE), printed, atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_takes_two_hundred_tokens(student: Any) -> None:
    """Equal tokens have equal averages, so that the longest sentence gives what a short one gives."""
    wrapper = student.MultiHeadAttentionWrapper(3, 5, 2, 3)
    token = SENTENCE[:1]
    call = "MultiHeadAttentionWrapper(3, 5, 2, 3)(200 equal tokens)"
    assert_close(wrapper(token.repeat(200, 1)), wrapper(token).repeat(200, 1), call=call)


@pytest.mark.exercise("MultiHeadAttentionWrapper")
@pytest.mark.parametrize("sizes", [(1, 5, 3, 2), (4, 1, 3, 2), (4, 5, 1, 2), (4, 5, 3, 1)])
def test_wrapper_keeps_sizes_of_one(student: Any, sizes: tuple[int, int, int, int]) -> None:
    """One value in a token, one column in a key or a value, one head: the result keeps its three dimensions."""
    wrapper = student.MultiHeadAttentionWrapper(*sizes)
    assert wrapper(torch.ones(2, 1, sizes[0])).shape == (2, 1, sizes[2] * sizes[3])


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_of_several_sentences(student: Any) -> None:
    """Every head on every sentence, one by one."""
    wrapper = student.MultiHeadAttentionWrapper(4, 3, 2, num_heads=3)
    x = 3 * torch.arange(40.0).sin().reshape(2, 5, 4)
    expected = torch.stack([torch.cat([head(sentence) for head in wrapper.heads], dim=1) for sentence in x])
    assert_close(wrapper(x), expected, call="MultiHeadAttentionWrapper(4, 3, 2, 3)(x)")


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_keeps_nothing_from_call_to_call(student: Any) -> None:
    """Evaluation mode changes nothing, another object has its own result, and the state dict holds the matrices only."""
    wrapper, other = student.MultiHeadAttentionWrapper(3, 5, 2, 2), student.MultiHeadAttentionWrapper(3, 5, 2, 2)
    before = wrapper(SENTENCE)
    expected = torch.cat([head(SENTENCE) for head in other.heads], dim=-1)
    assert_close(other(SENTENCE), expected, call="MultiHeadAttentionWrapper(3, 5, 2, 2)(x), another object")
    call = "MultiHeadAttentionWrapper(3, 5, 2, 2)(x), in evaluation mode"
    assert_close(wrapper.eval()(SENTENCE), before, call=call)
    names = [f"heads.{head}.{matrix}" for head in (0, 1) for matrix in ("W_query", "W_key", "W_value")]
    assert list(wrapper.state_dict()) == names


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_has_gradients(student: Any) -> None:
    """Of its input and of the matrices of every head."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    wrapper = student.MultiHeadAttentionWrapper(2, 1, 2, num_heads=2)
    assert_differentiable(wrapper, x, call="MultiHeadAttentionWrapper(2, 1, 2, 2)(x)")


@pytest.mark.exercise("MultiHeadAttentionWrapper")
def test_wrapper_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    wrapper = student.MultiHeadAttentionWrapper(d_in=3, d_out_kq=2, d_out_v=1, num_heads=4)
    assert_rules(wrapper, x=SENTENCE, times=100, call="MultiHeadAttentionWrapper(3, 2, 1, num_heads=4)(x)")


@pytest.mark.exercise("split_heads")
def test_split_heads_shape(student: Any) -> None:
    """Four heads of width 2 stand in front of the tokens."""
    assert student.split_heads(torch.ones(3, 5, 8), 4).shape == (3, 4, 5, 2)


@pytest.mark.exercise("split_heads")
def test_split_heads_gives_each_head_its_columns(student: Any) -> None:
    """The picture in the text."""
    assert_close(student.split_heads(TOKENS.float(), 2), HEADS.float(), call="split_heads(x, 2)")


@pytest.mark.exercise("split_heads")
def test_split_heads_keeps_sentences_apart(student: Any) -> None:
    """In a batch of two, the second sentence is split like the first."""
    batch = torch.cat([TOKENS, TOKENS + 100]).float()
    assert_close(student.split_heads(batch, 2)[1], HEADS[0].float() + 100, call="split_heads(x, 2)[1]")


@pytest.mark.exercise("split_heads")
def test_split_heads_takes_two_hundred_tokens(student: Any) -> None:
    """The longest sentence that is asked for; each token is split like any other."""
    x = torch.arange(1200.0).reshape(1, 200, 6)
    split = student.split_heads(x, 2)
    assert split.shape == (1, 2, 200, 3)
    assert_close(split[0, 1, 199], x[0, 199, 3:], call="split_heads(x, 2)[0, 1, 199]")


@pytest.mark.exercise("split_heads")
def test_split_heads_computes_each_result_from_its_own_input(student: Any) -> None:
    """A second input of the same shape has a result of its own, and the first result stays what it was."""
    first, second = student.split_heads(TOKENS.float(), 2), student.split_heads(TOKENS.float() + 7, 2)
    assert_close(second, HEADS.float() + 7, call="split_heads(x + 7, 2)")
    assert_close(first, HEADS.float(), call="split_heads(x, 2), looked at again after another call")


@pytest.mark.exercise("split_heads")
def test_split_heads_has_gradients(student: Any) -> None:
    """A number moves, and its gradient with it."""
    assert_differentiable(
        lambda x: student.split_heads(x, 2), torch.arange(24.0).reshape(2, 3, 4), call="split_heads(x, 2)"
    )


@pytest.mark.exercise("split_heads")
def test_split_heads_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.split_heads, x=TOKENS.float(), num_heads=2, call="split_heads(x, 2)")


@pytest.mark.exercise("merge_heads")
def test_merge_heads_shape(student: Any) -> None:
    """The columns of all heads are side by side again."""
    assert student.merge_heads(torch.ones(3, 4, 5, 2)).shape == (3, 5, 8)


@pytest.mark.exercise("merge_heads")
def test_merge_heads_puts_the_heads_of_a_token_side_by_side(student: Any) -> None:
    """The picture in the text, read from right to left."""
    assert_close(student.merge_heads(HEADS.float()), TOKENS.float(), call="merge_heads(x)")


@pytest.mark.exercise("merge_heads")
def test_merge_heads_undoes_split_heads(student: Any) -> None:
    """What was split and merged is as it was."""
    x = torch.arange(120.0).reshape(2, 5, 12)
    assert_close(student.merge_heads(student.split_heads(x, 3)), x, call="merge_heads(split_heads(x, 3))")


@pytest.mark.exercise("merge_heads")
def test_merge_heads_takes_two_hundred_tokens(student: Any) -> None:
    """The longest sentence that is asked for; each token is merged like any other."""
    x = torch.arange(1200.0).reshape(1, 2, 200, 3)
    merged = student.merge_heads(x)
    assert merged.shape == (1, 200, 6)
    assert_close(merged[0, 199, 3:], x[0, 1, 199], call="merge_heads(x)[0, 199, 3:]")


@pytest.mark.exercise("merge_heads")
def test_merge_heads_computes_each_result_from_its_own_input(student: Any) -> None:
    """A second input of the same shape has a result of its own, and the first result stays what it was."""
    first, second = student.merge_heads(HEADS.float()), student.merge_heads(HEADS.float() + 7)
    assert_close(second, TOKENS.float() + 7, call="merge_heads(x + 7)")
    assert_close(first, TOKENS.float(), call="merge_heads(x), looked at again after another call")


@pytest.mark.exercise("merge_heads")
def test_merge_heads_has_gradients(student: Any) -> None:
    """A number moves, and its gradient with it."""
    assert_differentiable(student.merge_heads, torch.arange(24.0).reshape(2, 2, 3, 2), call="merge_heads(x)")


@pytest.mark.exercise("merge_heads")
def test_merge_heads_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.merge_heads, x=HEADS.float(), call="merge_heads(x)")


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_has_four_square_matrices(student: Any) -> None:
    """Four parameters, no bias, and an output as wide as the input."""
    attention = student.MultiHeadAttention(12, 3)
    shapes = {name: tuple(parameter.shape) for name, parameter in attention.named_parameters()}
    assert shapes == {f"{name}.weight": (12, 12) for name in ("W_Q", "W_K", "W_V", "W_O")}
    assert attention(torch.ones(2, 5, 12)).shape == (2, 5, 12)


@pytest.mark.exercise("MultiHeadAttention")
@pytest.mark.parametrize(("d_model", "num_heads"), [(10, 3), (10, 4), (9, 5), (9, 6)])
def test_multihead_attention_refuses_heads_that_do_not_fit(student: Any, d_model: int, num_heads: int) -> None:
    """Ten columns cannot be shared by three heads, nor by four."""
    with pytest.raises(ValueError):  # noqa: PT011 - the wording is the student's
        student.MultiHeadAttention(d_model, num_heads)


@pytest.mark.exercise("MultiHeadAttention")
@pytest.mark.parametrize("heads", [1, 2])
def test_multihead_attention_gives_the_printed_figures_in_each_head(student: Any, heads: int) -> None:
    """The example by hand of myGPT, chapter 6; with two heads, the same figures twice."""
    attention = with_identity_weights(student.MultiHeadAttention(2 * heads, heads, causal=True))
    x = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]]).repeat(1, 1, heads)
    printed = torch.tensor([[[1.0, 0.0], [0.3302, 0.6698], [0.7517, 0.7517]]]).repeat(1, 1, heads)
    call = f"MultiHeadAttention({2 * heads}, {heads}, causal=True)(x)"
    assert_close(attention(x), printed, atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_without_a_mask_sees_every_token(student: Any) -> None:
    """Queries of zero like all keys equally: every token gets the average of all, doubled by W_V and again by W_O."""
    attention = with_identity_weights(student.MultiHeadAttention(4, 2))
    with torch.no_grad():
        attention.W_Q.weight.zero_()
        attention.W_V.weight.mul_(2)
        attention.W_O.weight.mul_(2)
    x = torch.tensor([[[1.0, 0.0, 5.0, 2.0], [2.0, 3.0, 0.0, 2.0], [6.0, 3.0, 1.0, -1.0]]])
    four_averages = torch.tensor([12.0, 8.0, 8.0, 4.0]).repeat(1, 3, 1)
    assert_close(attention(x), four_averages, call="MultiHeadAttention(4, 2)(x)")


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_does_not_look_ahead(student: Any) -> None:
    """With `causal=True`, another last token changes nothing before it, in any sentence."""
    attention = student.MultiHeadAttention(6, 2, causal=True)
    x = torch.linspace(-1, 1, 60).reshape(2, 5, 6)
    other = x.clone()
    other[:, 4] += 1
    assert_close(attention(other)[:, :4], attention(x)[:, :4], call="MultiHeadAttention(6, 2, causal=True)(x)[:, :4]")


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_does_not_look_ahead_with_as_many_heads_as_tokens(student: Any) -> None:
    """Three heads, three tokens: the mask belongs to queries and keys, not to the heads."""
    attention = student.MultiHeadAttention(6, 3, causal=True)
    x = 3 * torch.arange(18.0).sin().reshape(1, 3, 6)
    other = x.clone()
    other[:, 2] += 1
    assert_close(attention(other)[:, :2], attention(x)[:, :2], call="MultiHeadAttention(6, 3, causal=True)(x)[:, :2]")


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_does_not_look_ahead_in_two_hundred_tokens(student: Any) -> None:
    """The longest sentence that is asked for, in either mode; the mask is the third argument."""
    attention = student.MultiHeadAttention(6, 2, True)
    x = torch.linspace(-1, 1, 1200).reshape(1, 200, 6)
    other = x.clone()
    other[:, 199] += 1
    for mode in (True, False):
        attention.train(mode)
        call = "MultiHeadAttention(6, 2, True)(x)[:, :199]" + ("" if mode else ", in evaluation mode")
        assert_close(attention(other)[:, :199], attention(x)[:, :199], call=call)
    assert attention(x).shape == (1, 200, 6)


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_has_the_same_state_dict_after_use(student: Any) -> None:
    """Four matrices, drawn one by one, and nothing else: whatever forward keeps stays out of the state dict."""
    attention = student.MultiHeadAttention(6, 2, True)
    for length in (3, 5):
        attention(torch.ones(2, length, 6))
    assert list(attention.state_dict()) == ["W_Q.weight", "W_K.weight", "W_V.weight", "W_O.weight"]
    assert not torch.equal(attention.W_Q.weight, attention.W_K.weight)


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_is_the_same_in_evaluation_mode(student: Any) -> None:
    """Nothing is drawn in either mode, and no matrix of a new layer is full of zeros."""
    attention = student.MultiHeadAttention(6, 3)
    x = 3 * torch.arange(60.0).sin().reshape(2, 5, 6)
    before = attention(x)
    assert before.abs().max() > 0
    assert_close(attention.eval()(x), before, call="MultiHeadAttention(6, 3)(x), in evaluation mode")


@pytest.mark.exercise("MultiHeadAttention")
@pytest.mark.parametrize("causal", [False, True])
def test_multihead_attention_of_several_sentences(student: Any, causal: bool) -> None:
    """What torch's own attention returns for the columns of each head, and the output layer makes of it."""
    attention = student.MultiHeadAttention(6, 2, causal=causal)
    x = 3 * torch.arange(60.0).sin().reshape(2, 5, 6)
    layers = attention.W_Q(x), attention.W_K(x), attention.W_V(x)
    own_columns = [[layer[..., columns] for layer in layers] for columns in (slice(0, 3), slice(3, 6))]
    heads = [torch.nn.functional.scaled_dot_product_attention(*parts, is_causal=causal) for parts in own_columns]
    expected = attention.W_O(torch.cat(heads, dim=-1))
    assert_close(attention(x), expected, call=f"MultiHeadAttention(6, 2, causal={causal})(x)")


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_makes_its_mask_on_the_device_of_its_input(student: Any) -> None:
    """A layer on a GPU, and a sentence there."""
    with gpu():
        attention = student.MultiHeadAttention(6, 2, causal=True).to("cuda")
        assert attention(torch.ones(1, 4, 6, device="cuda")).device.type == "cuda"


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_has_gradients(student: Any) -> None:
    """Of its input and of all four matrices."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    assert_differentiable(
        student.MultiHeadAttention(2, 2, causal=True), x, call="MultiHeadAttention(2, 2, causal=True)(x)"
    )


@pytest.mark.exercise("MultiHeadAttention")
def test_multihead_attention_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.MultiHeadAttention(d_model=6, num_heads=2, causal=True)
    assert_rules(attention, x=TOKENS.float() / 6, times=200, call="MultiHeadAttention(6, 2, causal=True)(x)")
