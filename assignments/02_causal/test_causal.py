"""Public tests of causal.py, in the order of the exercises."""

import re
from math import inf, log
from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.gradients import assert_differentiable
from assignments._support.rules import assert_rules
from assignments._support.stand_in import gpu

# Tests pass copies of these, so that a function that changes its input spoils no other test.
# Weights of "Life is short, eat dessert first", not yet causal, and the scores they come from (Raschka; d_k = 2).
SCORES = torch.tensor(
    [
        [0.0613, -0.3491, 0.1443, -0.0437, -0.1303, 0.1076],
        [-0.6004, 3.4707, -1.5023, 0.4991, 1.2903, -1.3374],
        [0.2432, -1.3934, 0.5869, -0.1851, -0.5191, 0.4730],
        [-0.0794, 0.4487, -0.1807, 0.0518, 0.1677, -0.1197],
        [-0.1510, 0.8626, -0.3597, 0.1112, 0.3216, -0.2787],
        [0.4344, -2.5037, 1.0740, -0.3509, -0.9315, 0.9265],
    ]
)
WEIGHTS = torch.tensor(
    [
        [0.1772, 0.1326, 0.1879, 0.1645, 0.1547, 0.1831],
        [0.0386, 0.6870, 0.0204, 0.0840, 0.1470, 0.0229],
        [0.1965, 0.0618, 0.2506, 0.1452, 0.1146, 0.2312],
        [0.1505, 0.2187, 0.1401, 0.1651, 0.1793, 0.1463],
        [0.1347, 0.2758, 0.1162, 0.1621, 0.1881, 0.1231],
        [0.1973, 0.0247, 0.3102, 0.1132, 0.0751, 0.2794],
    ]
)
CAUSAL_WEIGHTS = torch.tensor(
    [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0532, 0.9468, 0.0, 0.0, 0.0, 0.0],
        [0.3862, 0.1214, 0.4924, 0.0, 0.0, 0.0],
        [0.2232, 0.3242, 0.2078, 0.2449, 0.0, 0.0],
        [0.1536, 0.3145, 0.1325, 0.1849, 0.2145, 0.0],
        [0.1973, 0.0247, 0.3102, 0.1132, 0.0751, 0.2794],
    ]
)

# The example by hand of myGPT, chapter 6: queries, keys and values are the tokens themselves.
TOKENS = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]])  # (1, 3, 2)
BY_HAND_SCORES = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])
BY_HAND_WEIGHTS = torch.tensor([[1.0, 0.0, 0.0], [0.3302, 0.6698, 0.0], [0.2483, 0.2483, 0.5035]])
BY_HAND_OUTPUT = torch.tensor([[[1.0, 0.0], [0.3302, 0.6698], [0.7517, 0.7517]]])
NARROW = torch.tensor([[[0.0, 0.0, 8.0, 0.0], [1.0, log(3), 4.0, 0.0]]])  # (1, 2, 4)


def with_identity_weights(attention: Any) -> Any:
    """Make every matrix of an attention module the identity, so that its results can be found by hand."""
    with torch.no_grad():
        for parameter in attention.parameters():
            parameter.copy_(torch.eye(len(parameter)))
    return attention


def with_narrow_head(attention: Any, names: tuple[str, str, str]) -> Any:
    """Make query, key and value of a token its entries 0, 1 and 2."""
    with torch.no_grad():
        for column, name in enumerate(names):
            getattr(attention, name).weight.copy_(torch.eye(4)[column : column + 1])
    return attention


def parameter_shapes(module: Any) -> dict[str, tuple[int, ...]]:
    """The names of all parameters, each with its shape."""
    return {name: tuple(parameter.shape) for name, parameter in module.named_parameters()}


def changed_from_token_3(x: torch.Tensor) -> torch.Tensor:
    """The same sentences with other tokens at position 3 and later."""
    other = x.clone()
    other[:, 3:] += 1
    return other


@pytest.mark.exercise("causal_mask")
def test_causal_mask_shape(student: Any) -> None:
    """Two leading dimensions stand for batch and heads; the entries are True or False."""
    mask = student.causal_mask(4)
    assert mask.shape == (1, 1, 4, 4)
    assert mask.dtype == torch.bool


@pytest.mark.exercise("causal_mask")
def test_causal_mask_hides_later_keys_only(student: Any) -> None:
    """True is masked; a token may see itself."""
    expected = torch.tensor([[[[False, True, True], [False, False, True], [False, False, False]]]])
    assert_close(student.causal_mask(3), expected, call="causal_mask(3)")


@pytest.mark.exercise("causal_mask")
def test_causal_mask_is_made_on_the_device(student: Any) -> None:
    """The device that is named counts, not the one that tensors are made on otherwise."""
    with gpu():
        assert student.causal_mask(T=4, device="cuda").device.type == "cuda"


@pytest.mark.exercise("causal_mask")
def test_causal_mask_of_a_long_sentence(student: Any) -> None:
    """Of 200 tokens, token 198 is hidden from the token before it and seen by the one after it; then one token again."""
    mask = student.causal_mask(200)[0, 0]
    assert mask.shape == (200, 200)
    assert mask[197, 198]
    assert not mask[199, 198]
    assert not student.causal_mask(1).any()
    assert student.causal_mask(1).shape == (1, 1, 1, 1)


@pytest.mark.exercise("causal_mask")
def test_causal_mask_hides_all_later_keys_of_every_length(student: Any) -> None:
    """Of 3 tokens, then of 30: a token hides every key behind it, however far."""
    for tokens in (3, 30):
        hidden = student.causal_mask(tokens)[0, 0].sum(dim=-1)
        assert_close(hidden, torch.arange(tokens - 1, -1, -1), call=f"causal_mask({tokens})[0, 0].sum(dim=-1)")


@pytest.mark.exercise("padding_mask")
def test_padding_mask_hides_what_is_behind_each_sentence(student: Any) -> None:
    """The example of the text: lengths 4, 2 and 3; True is masked."""
    expected = torch.tensor(
        [[[[False, False, False, False]]], [[[False, False, True, True]]], [[[False, False, False, True]]]]
    )
    lengths = torch.tensor([4, 2, 3])
    assert_close(student.padding_mask(lengths, 4), expected, call="padding_mask(torch.tensor([4, 2, 3]), 4)")


@pytest.mark.exercise("padding_mask")
def test_padding_mask_of_an_empty_and_of_a_longer_sentence(student: Any) -> None:
    """A length of 0 masks every key, one above T none."""
    mask = student.padding_mask(torch.tensor([0, 9]), 5)
    assert mask.shape == (2, 1, 1, 5)
    assert mask[0].all()
    assert not mask[1].any()


@pytest.mark.exercise("padding_mask")
def test_padding_mask_meets_the_causal_mask(student: Any) -> None:
    """Combined with a causal mask it hides a key that comes later or is padding."""
    later = torch.ones(4, 4, dtype=torch.bool).triu(diagonal=1)
    both = later | student.padding_mask(torch.tensor([2, 4, 1]), 4)
    assert both.shape == (3, 1, 4, 4)
    assert both[0, 0, 3].tolist() == [False, False, True, True]


@pytest.mark.exercise("padding_mask")
def test_padding_mask_is_made_on_the_device_of_the_lengths(student: Any) -> None:
    """Lengths that are elsewhere make a mask elsewhere."""
    with gpu():
        assert student.padding_mask(torch.tensor([2, 4], device="cuda"), 4).device.type == "cuda"


@pytest.mark.exercise("padding_mask")
def test_padding_mask_of_other_lengths(student: Any) -> None:
    """Two calls for sentences of at most three tokens: each masks by its own lengths."""
    for length in (1, 2):
        mask = student.padding_mask(torch.tensor([length]), 3)
        wanted = torch.tensor([[[[False, length == 1, True]]]])
        assert_close(mask, wanted, call=f"padding_mask(torch.tensor([{length}]), 3)")


@pytest.mark.exercise("padding_mask")
def test_padding_mask_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.padding_mask, lengths=torch.tensor([4, 2, 3]), T=4, call="padding_mask(lengths, 4)")


@pytest.mark.exercise("additive_causal_mask")
def test_additive_causal_mask_shape(student: Any) -> None:
    """A matrix of float32."""
    mask = student.additive_causal_mask(4)
    assert mask.shape == (4, 4)
    assert mask.dtype == torch.float32


@pytest.mark.exercise("additive_causal_mask")
def test_additive_causal_mask_gives_the_printed_figures(student: Any) -> None:
    """The matrix that Hossain prints, for 5 tokens."""
    printed = torch.tensor(
        [
            [0.0, -inf, -inf, -inf, -inf],
            [0.0, 0.0, -inf, -inf, -inf],
            [0.0, 0.0, 0.0, -inf, -inf],
            [0.0, 0.0, 0.0, 0.0, -inf],
            [0.0, 0.0, 0.0, 0.0, 0.0],
        ]
    )
    assert_close(student.additive_causal_mask(5), printed, call="additive_causal_mask(5)")


@pytest.mark.exercise("additive_causal_mask")
def test_additive_causal_mask_is_made_on_the_device(student: Any) -> None:
    """The device that is named counts, not the one that tensors are made on otherwise."""
    with gpu():
        assert student.additive_causal_mask(T=4, device="cuda").device.type == "cuda"


@pytest.mark.exercise("additive_causal_mask")
def test_additive_causal_mask_of_a_long_sentence(student: Any) -> None:
    """Of 200 tokens, token 198 is hidden from the token before it and seen by the one after it; then one token again."""
    mask = student.additive_causal_mask(200)
    assert mask.shape == (200, 200)
    assert mask[197, 198] == -inf
    assert mask[199, 198] == 0
    assert student.additive_causal_mask(1).tolist() == [[0.0]]


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_by_hand(student: Any) -> None:
    """The second row keeps 0.2 and 0.6 of its weights, a quarter and three quarters of what is left."""
    weights = torch.tensor([[0.5, 0.4, 0.1], [0.2, 0.6, 0.2], [0.3, 0.3, 0.4]])
    expected = torch.tensor([[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.3, 0.3, 0.4]])
    assert_close(student.mask_and_renormalize(weights), expected, call="mask_and_renormalize(weights)")


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_gives_the_printed_figures(student: Any) -> None:
    """Raschka, section on causal attention."""
    got = student.mask_and_renormalize(WEIGHTS.clone())
    assert_close(got, CAUSAL_WEIGHTS, atol=1.5e-4, rtol=0.0, call="mask_and_renormalize(weights)")


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_treats_each_sentence_alike(student: Any) -> None:
    """In a batch of two, the second sentence comes out like the printed one."""
    batch = torch.stack([torch.full((6, 6), 1 / 6), WEIGHTS])  # (2, 6, 6)
    got = student.mask_and_renormalize(batch)[1]
    assert_close(got, CAUSAL_WEIGHTS, atol=1.5e-4, rtol=0.0, call="mask_and_renormalize(batch)[1]")


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_leaves_its_input_alone(student: Any) -> None:
    """The weights that came in are as they were."""
    weights = WEIGHTS.clone()
    student.mask_and_renormalize(weights)
    assert_close(weights, WEIGHTS, call="weights, after mask_and_renormalize(weights)")


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_of_a_long_sentence(student: Any) -> None:
    """The last of 200 tokens sees all of them, the one before it all but one; an earlier result stays what it was."""
    weights = torch.full((1, 200, 200), 1 / 200)
    first = student.mask_and_renormalize(weights)
    student.mask_and_renormalize(torch.eye(200)[None])
    assert_close(first[0, 199], torch.full((200,), 1 / 200), call="mask_and_renormalize(weights)[0, 199]")
    assert first[0, 198, 199] == 0


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_has_gradients(student: Any) -> None:
    """A weight moves every weight of its row: all are divided by the sum."""
    weights = torch.tensor([[0.5, 0.4, 0.1], [0.2, 0.6, 0.2], [0.3, 0.3, 0.4]])
    assert_differentiable(student.mask_and_renormalize, weights, call="mask_and_renormalize(weights)")


@pytest.mark.exercise("mask_and_renormalize")
def test_mask_and_renormalize_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.mask_and_renormalize, weights=WEIGHTS, call="mask_and_renormalize(weights)")


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_by_hand(student: Any) -> None:
    """myGPT, chapter 6."""
    got = student.masked_softmax(BY_HAND_SCORES.clone(), 2)
    assert_close(got, BY_HAND_WEIGHTS, atol=1.5e-4, rtol=0.0, call="masked_softmax(scores, 2)")


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_gives_the_printed_figures(student: Any) -> None:
    """Raschka, section on causal attention: the same weights on the other way."""
    got = student.masked_softmax(SCORES.clone(), 2)
    assert_close(got, CAUSAL_WEIGHTS, atol=1.5e-4, rtol=0.0, call="masked_softmax(scores, 2)")


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_keeps_the_shape(student: Any) -> None:
    """Whatever stands before the last two dimensions, or nothing at all."""
    assert student.masked_softmax(torch.zeros(5, 5), 3).shape == (5, 5)
    assert student.masked_softmax(torch.zeros(2, 5, 5), 3).shape == (2, 5, 5)
    assert student.masked_softmax(torch.zeros(2, 4, 5, 5), 3).shape == (2, 4, 5, 5)


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_ignores_later_keys_whatever_their_scores(student: Any) -> None:
    """The first two tokens have the same very low score and share the weight, until the third one is visible."""
    scores = torch.tensor([[-1e4, -1e4, 1e4], [-1e4, -1e4, 1e4], [-1e4, -1e4, 1e4]])
    expected = torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    assert_close(student.masked_softmax(scores, 5), expected, call="masked_softmax(scores, 5)")


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_leaves_its_input_alone(student: Any) -> None:
    """The scores that came in are as they were."""
    scores = SCORES.clone()
    student.masked_softmax(scores, 2)
    assert_close(scores, SCORES, call="scores, after masked_softmax(scores, 2)")


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_of_a_long_sentence(student: Any) -> None:
    """The last of 200 tokens sees all of them, the one before it all but one; an earlier result stays what it was."""
    first = student.masked_softmax(torch.zeros(1, 200, 200), 5)
    student.masked_softmax(torch.eye(200)[None], 5)
    assert_close(first[0, 199], torch.full((200,), 1 / 200), call="masked_softmax(scores, 5)[0, 199]")
    assert first[0, 198, 199] == 0


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_treats_each_sentence_alike(student: Any) -> None:
    """Two sentences of two heads: the last one comes out like the printed one, to seven digits where it is simple."""
    scores = torch.stack([torch.zeros(6, 6), SCORES, torch.ones(6, 6), SCORES]).reshape(2, 2, 6, 6)
    got = student.masked_softmax(scores, 2)
    assert_close(got[1, 1], CAUSAL_WEIGHTS, atol=1.5e-4, rtol=0.0, call="masked_softmax(scores, 2)[1, 1]")
    thirds = torch.tensor([1 / 3, 1 / 3, 1 / 3, 0.0, 0.0, 0.0])
    assert_close(got[1, 0, 2], thirds, atol=1e-6, rtol=0.0, call="masked_softmax(scores, 2)[1, 0, 2]")


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_has_gradients(student: Any) -> None:
    """Of every score that is not masked, in sentences of two lengths; those of the others are 0."""
    for tokens in (2, 3):
        scores = torch.linspace(-1, 2, tokens**2).sin().reshape(tokens, tokens)
        assert_differentiable(
            lambda scores: student.masked_softmax(scores, 5), scores, call="masked_softmax(scores, 5)"
        )


@pytest.mark.exercise("masked_softmax")
def test_masked_softmax_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.masked_softmax, scores=BY_HAND_SCORES, d_k=2, times=10_000, call="masked_softmax(scores, 2)")


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_shapes(student: Any) -> None:
    """B = 2 sentences of T = 6 tokens: a vector of width d_k and a row of weights for each."""
    out, weights = student.SingleHeadSelfAttention(8, 5)(torch.ones(2, 6, 8))
    assert out.shape == (2, 6, 5)
    assert weights.shape == (2, 6, 6)


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_by_hand(student: Any) -> None:
    """myGPT, chapter 6, with all matrices equal to the identity."""
    attention = with_identity_weights(student.SingleHeadSelfAttention(2, 2))
    out, weights = attention(TOKENS.clone())
    call = "SingleHeadSelfAttention(2, 2)(x)"
    assert_close(weights, BY_HAND_WEIGHTS[None], atol=1.5e-4, rtol=0.0, call=f"{call}[1]")
    assert_close(out, BY_HAND_OUTPUT, atol=1.5e-4, rtol=0.0, call=f"{call}[0]")


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_of_width_one(student: Any) -> None:
    """Width 4 and d_k = 1: token 1 gives itself three times the weight of token 0, so 3/4 · 4 + 1/4 · 8."""
    out, weights = with_narrow_head(student.SingleHeadSelfAttention(4, 1), ("q", "k", "v"))(NARROW.clone())
    call = "SingleHeadSelfAttention(4, 1)(x)"
    assert_close(weights, torch.tensor([[[1.0, 0.0], [0.25, 0.75]]]), call=f"{call}[1]")
    assert_close(out, torch.tensor([[[8.0], [5.0]]]), call=f"{call}[0]")


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_does_not_look_ahead(student: Any) -> None:
    """Other tokens from position 3 on change nothing before it, in any sentence."""
    attention = student.SingleHeadSelfAttention(8, 5)
    x = torch.linspace(-1, 1, 96).reshape(2, 6, 8)
    before, after = attention(x)[0], attention(changed_from_token_3(x))[0]
    assert_close(after[:, :3], before[:, :3], call="SingleHeadSelfAttention(8, 5)(x)[0][:, :3]")


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_drops_weights(student: Any) -> None:
    """With dropout 0.5 a weight is 0 or doubled, and the output is made with what is returned."""
    torch.manual_seed(0)
    attention = with_identity_weights(student.SingleHeadSelfAttention(6, 6, dropout=0.5))
    x = torch.eye(6)[None]  # (1, 6, 6): the values are the identity, so the output shows the weights
    out, dropped = attention(x)
    weights = attention.eval()(x)[1]
    assert_close(dropped, torch.where(dropped == 0, 0.0, 2 * weights), call="weights in training, dropout 0.5")
    assert not torch.allclose(dropped, 2 * weights), "dropout 0.5 left every weight in place"
    assert_close(out, dropped, call="out in training, dropout 0.5, values = identity")


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_drops_each_weight_by_itself(student: Any) -> None:
    """With dropout 0.25 a quarter of the weights is 0 and the others grow by 1/0.75, drawn anew for each and each call."""
    torch.manual_seed(0)
    attention = with_identity_weights(student.SingleHeadSelfAttention(6, 6, dropout=0.25))
    x = torch.eye(6).repeat(40, 1, 1)  # (40, 6, 6)
    first, second = attention(x)[1], attention(x)[1]
    weights = attention.eval()(x)[1]
    assert_close(weights.sum(-1), torch.ones(40, 6), call="sums of the weights in evaluation")
    assert_close(first, torch.where(first == 0, 0.0, weights / 0.75), call="weights in training, dropout 0.25")
    last = first[:, 5] != 0  # (40, 6): the row that sees every token
    assert 0.6 < last.float().mean() < 0.9, f"dropout 0.25 keeps {last.float().mean():.0%} of the weights"
    assert not torch.equal(first, second), "a second call drops the same weights"
    assert (last != last[:1]).any(), "every sentence drops the same weights"
    assert (last != last[:, :1]).any(), "a row is dropped as a whole or not at all"
    assert (last[:, :5] != (first[:, 4, :5] != 0)).any(), "every query drops the same keys"


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_traces_shapes_when_asked(student: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Five names with the numbers of their shapes on request, silence otherwise."""
    student.SingleHeadSelfAttention(8, 5)(torch.ones(2, 6, 8))
    assert capsys.readouterr().out == ""
    student.SingleHeadSelfAttention(8, 5, trace_shapes=True)(torch.ones(2, 6, 8))
    printed = capsys.readouterr().out.lower()
    for name in ("q", "k", "v", "weights", "out"):
        assert name in printed
    numbers = f" {' '.join(re.findall(r'[0-9]+', printed))} "
    assert " 2 6 5 " in numbers, "no shape (2, 6, 5), that of q, k, v and out"
    assert " 2 6 6 " in numbers, "no shape (2, 6, 6), that of the weights"
    assert " 2 5 6 " not in numbers, "the shape (2, 5, 6) is none of the five"


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_answers_every_call(student: Any) -> None:
    """Three, two hundred, then six tokens, in either mode and with other weights: no call remembers another one."""
    attention, x = student.SingleHeadSelfAttention(8, 5), torch.linspace(-1, 1, 96).reshape(2, 6, 8)
    assert attention(torch.ones(1, 3, 8))[1].shape == (1, 3, 3)
    assert attention(torch.ones(1, 200, 8))[1].shape == (1, 200, 200)
    before, names = attention(x)[0], list(attention.state_dict())
    assert names == ["q.weight", "k.weight", "v.weight"], "created in another order than q, k, v"
    assert_close(attention.eval()(x)[0], before, call="SingleHeadSelfAttention(8, 5).eval()(x)[0]")
    with torch.no_grad():
        attention.v.weight.mul_(2)
    assert_close(attention(x)[0], 2 * before, call="SingleHeadSelfAttention(8, 5)(x)[0], v doubled")
    assert list(attention.state_dict()) == names


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_learns_with_dropout(student: Any) -> None:
    """In training with dropout, each of the three layers gets a gradient that is not 0."""
    attention = student.SingleHeadSelfAttention(8, 5, dropout=0.25)
    attention(torch.linspace(-1, 1, 96).reshape(2, 6, 8))[0].square().sum().backward()
    for name, parameter in attention.named_parameters():
        assert parameter.grad is not None, f"{name} gets no gradient"
        assert parameter.grad.abs().sum() > 0, f"the gradient of {name} is 0"


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_of_several_sentences(student: Any) -> None:
    """What torch's own attention returns for the same three layers."""
    attention = student.SingleHeadSelfAttention(8, 5)
    x = 3 * torch.arange(112.0).sin().reshape(2, 7, 8)
    layers = attention.q(x), attention.k(x), attention.v(x)
    expected = torch.nn.functional.scaled_dot_product_attention(*layers, is_causal=True)
    assert_close(attention(x)[0], expected, call="SingleHeadSelfAttention(8, 5)(x)[0]")


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_has_gradients(student: Any) -> None:
    """Of its input and of all three matrices."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    attention = student.SingleHeadSelfAttention(2, 3)
    call = "SingleHeadSelfAttention(2, 3)(x)[0]"
    assert_differentiable(lambda x: attention(x)[0], x, call=call, module=attention)
    assert attention(x)[1].requires_grad, "the returned weights pass no gradient on"


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_begins_with_different_layers(student: Any) -> None:
    """Queries, keys and values are not copies of each other."""
    attention = student.SingleHeadSelfAttention(8, 5)
    assert attention(torch.ones(1, 2, 8))[0].shape == (1, 2, 5)
    assert not torch.equal(attention.q.weight, attention.k.weight)
    assert not torch.equal(attention.q.weight, attention.v.weight)


@pytest.mark.exercise("SingleHeadSelfAttention")
def test_single_head_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.SingleHeadSelfAttention(d_model=2, d_k=3).eval()
    assert_rules(attention, x=TOKENS, times=200, call="SingleHeadSelfAttention(2, 3)(x)")


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_has_four_matrices(student: Any) -> None:
    """No bias, and an output as wide as the input. A linear layer stores its matrix as (out, in)."""
    attention = student.CausalSelfAttention(8, 5)
    inward = {f"{name}.weight": (5, 8) for name in ("W_Q", "W_K", "W_V")}
    assert parameter_shapes(attention) == {**inward, "W_O.weight": (8, 5)}
    assert attention(torch.ones(2, 6, 8)).shape == (2, 6, 8)


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_by_hand(student: Any) -> None:
    """myGPT, chapter 6, with all matrices equal to the identity."""
    attention = with_identity_weights(student.CausalSelfAttention(2, 2))
    assert_close(attention(TOKENS.clone()), BY_HAND_OUTPUT, atol=1.5e-4, rtol=0.0, call="CausalSelfAttention(2, 2)(x)")


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_with_a_narrow_head(student: Any) -> None:
    """Width 4 and a head of width 1: token 1 gives itself three times the weight of token 0, so 3/4 · 4 + 1/4 · 8."""
    attention = with_narrow_head(student.CausalSelfAttention(4, 1), ("W_Q", "W_K", "W_V"))
    with torch.no_grad():
        attention.W_O.weight.copy_(torch.eye(4)[:, :1])
    by_hand = torch.tensor([[[8.0, 0.0, 0.0, 0.0], [5.0, 0.0, 0.0, 0.0]]])
    assert_close(attention(NARROW.clone()), by_hand, call="CausalSelfAttention(4, 1)(x)")


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_gives_the_printed_weights(student: Any) -> None:
    """The running example "I love AI !" of myGPT, chapter 6."""
    torch.manual_seed(0)
    x = torch.nn.Embedding(4, 4)(torch.arange(4)).detach()
    drawn = [torch.nn.Linear(4, 4, bias=False).weight for _ in ("W_Q", "W_K")]  # as printed, however yours are drawn
    attention = student.CausalSelfAttention(4, 4)
    with torch.no_grad():  # make the values the identity, so that the output shows the weights
        attention.W_Q.weight.copy_(drawn[0])
        attention.W_K.weight.copy_(drawn[1])
        attention.W_V.weight.copy_(torch.linalg.inv(x).T)
        attention.W_O.weight.copy_(torch.eye(4))
    printed = [[1, 0, 0, 0], [0.2526, 0.7474, 0, 0], [0.3018, 0.2972, 0.4011, 0], [0.2149, 0.3615, 0.1914, 0.2321]]
    call = "CausalSelfAttention(4, 4)(x), made to show its weights"
    assert_close(attention(x[None]), torch.tensor([printed]), atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_does_not_look_ahead(student: Any) -> None:
    """Other tokens from position 3 on change nothing before it, in any sentence."""
    attention = student.CausalSelfAttention(8, 5)
    x = torch.linspace(-1, 1, 96).reshape(2, 6, 8)
    before, after = attention(x), attention(changed_from_token_3(x))
    assert_close(after[:, :3], before[:, :3], call="CausalSelfAttention(8, 5)(x)[:, :3]")


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_answers_every_call(student: Any) -> None:
    """Three, two hundred, one, then six tokens, in either mode: no call remembers another one, or returns its input."""
    attention, x = student.CausalSelfAttention(8, 5), torch.linspace(-1, 1, 96).reshape(2, 6, 8)
    for texts, tokens in ((2, 3), (1, 200)):
        assert attention(torch.ones(texts, tokens, 8)).shape == (texts, tokens, 8)
    first = x[:, :1]
    assert_close(attention(first), attention.W_O(attention.W_V(first)), call="CausalSelfAttention(8, 5)(x[:, :1])")
    before, names = attention(x), list(attention.state_dict())
    assert names == ["W_Q.weight", "W_K.weight", "W_V.weight", "W_O.weight"], "created in another order"
    assert_close(attention.eval()(x), before, call="CausalSelfAttention(8, 5).eval()(x)")
    with torch.no_grad():
        attention.W_V.weight.mul_(2)
    assert_close(attention(x), 2 * before, call="CausalSelfAttention(8, 5)(x), W_V doubled")
    assert list(attention.state_dict()) == names


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_begins_with_different_layers(student: Any) -> None:
    """Queries, keys and values are not copies of each other."""
    attention = student.CausalSelfAttention(8, 5)
    assert not torch.equal(attention.W_Q.weight, attention.W_K.weight)
    assert not torch.equal(attention.W_Q.weight, attention.W_V.weight)
    assert attention.W_O.weight.any(), "W_O begins with zeros"


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_of_several_sentences(student: Any) -> None:
    """What torch's own attention returns for the same layers, and the output layer makes of it."""
    attention = student.CausalSelfAttention(8, 5)
    x = 3 * torch.arange(112.0).sin().reshape(2, 7, 8)
    layers = attention.W_Q(x), attention.W_K(x), attention.W_V(x)
    expected = attention.W_O(torch.nn.functional.scaled_dot_product_attention(*layers, is_causal=True))
    assert_close(attention(x), expected, call="CausalSelfAttention(8, 5)(x)")


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_has_gradients(student: Any) -> None:
    """Of its input and of all four matrices."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    assert_differentiable(student.CausalSelfAttention(2, 3), x, call="CausalSelfAttention(2, 3)(x)")


@pytest.mark.exercise("CausalSelfAttention")
def test_causal_self_attention_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.CausalSelfAttention(embed_dim=2, head_dim=3)
    assert_rules(attention, x=TOKENS, times=200, call="CausalSelfAttention(2, 3)(x)")
