"""Public tests of language_model.py, in the order of the exercises."""

import math
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from assignments._support.compare import assert_close
from assignments._support.gradients import assert_differentiable
from assignments._support.rules import assert_rules
from assignments._support.stand_in import gpu

X = torch.linspace(-2, 2, 36).reshape(2, 3, 6).sin()  # two texts of three tokens, width 6


class Counter(nn.Module):
    """A model of ten tokens that always expects the successor of the last id; in training mode, the id before it."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.eye(10))
        self.tokens_shown: list[int] = []
        self.graphs: list[bool] = []
        self.stops_at = -1

    def forward(self, ids: Tensor) -> Tensor:
        """Return logits `(B, T, 10)`."""
        if len(self.tokens_shown) == self.stops_at:
            raise RuntimeError("the model stops")
        logits = self.weight[(ids + (-1 if self.training else 1)) % 10]
        self.tokens_shown.append(ids.shape[1])
        self.graphs.append(logits.requires_grad)
        return logits


def filled(module: Any, value: float) -> Any:
    """Set all weights of a module to a number, and its biases to 0."""
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            parameter.fill_(0.0 if name.endswith("bias") else value)
    return module


@pytest.mark.exercise("sinusoidal_positions")
def test_sinusoidal_positions_gives_the_rows_of_the_text(student: Any) -> None:
    """Positions 0 and 1 at width 4."""
    rows = torch.tensor([[0.0, 1.0, 0.0, 1.0], [0.8415, 0.5403, 0.0100, 1.0000]])
    call = "sinusoidal_positions(2, 4)"
    assert_close(student.sinusoidal_positions(2, 4), rows, atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("sinusoidal_positions")
def test_sinusoidal_positions_slows_down_from_pair_to_pair(student: Any) -> None:
    """At width 6 the second pair is 10000 ** (1/3) times as slow as the first."""
    row = student.sinusoidal_positions(100, 6)[99]
    second = 99 / 10000 ** (1 / 3)
    expected = torch.tensor([math.sin(99), math.cos(99), math.sin(second), math.cos(second)])
    assert_close(row[:4], expected, atol=1e-4, rtol=0.0, call="sinusoidal_positions(100, 6)[99, :4]")


@pytest.mark.exercise("sinusoidal_positions")
def test_sinusoidal_positions_ends_an_odd_width_in_a_sine(student: Any) -> None:
    """Five columns: sine, cosine, sine, cosine, sine."""
    table = student.sinusoidal_positions(3, 5)
    assert table.shape == (3, 5)
    last = torch.tensor([0.0, math.sin(1 / 10000**0.8), math.sin(2 / 10000**0.8)])
    assert_close(table[:, 4], last, atol=1e-6, rtol=0.0, call="sinusoidal_positions(3, 5)[:, 4]")


@pytest.mark.exercise("sinusoidal_positions")
def test_sinusoidal_positions_takes_a_device(student: Any) -> None:
    """Float32, and on the device that is asked for."""
    with gpu():
        table = student.sinusoidal_positions(T=4, d_model=6, device=torch.device("cuda"))
        assert table.device.type == "cuda"
        assert table.dtype is torch.float32


@pytest.mark.exercise("sinusoidal_positions")
def test_sinusoidal_positions_has_as_many_rows_as_asked(student: Any) -> None:
    """Two hundred after three, one, and a width of one; each table begins as the longest does."""
    student.sinusoidal_positions(3, 6)
    table = student.sinusoidal_positions(200, 6)
    expected = torch.tensor([math.sin(199), math.cos(199)])
    assert_close(table[199, :2], expected, atol=1e-4, rtol=0.0, call="sinusoidal_positions(200, 6)[199, :2]")
    assert_close(student.sinusoidal_positions(1, 6), table[:1], call="sinusoidal_positions(1, 6)")
    assert student.sinusoidal_positions(4, 1).shape == (4, 1)


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_normalises_the_vector_of_the_text(student: Any) -> None:
    """Mean 4, variance 2."""
    got = student.LayerNorm(4)(torch.tensor([2.0, 4.0, 4.0, 6.0]))
    expected = torch.tensor([-1.4142, 0.0, 0.0, 1.4142])
    assert_close(got, expected, atol=1.5e-4, rtol=0.0, call="LayerNorm(4)([2, 4, 4, 6])")


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_treats_each_token_by_itself(student: Any) -> None:
    """A token gets the same result alone and in a batch."""
    norm = student.LayerNorm(6)
    assert_close(norm(X)[1, 2], norm(X[1, 2]), call="LayerNorm(6)(x)[1, 2]")


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_scales_and_shifts(student: Any) -> None:
    """A weight of 3 and a bias of 5 in the first column; the others stay as they are."""
    norm = student.LayerNorm(4)
    with torch.no_grad():
        norm.weight[0], norm.bias[0] = 3.0, 5.0
    got, call = norm(torch.tensor([2.0, 4.0, 4.0, 6.0])), "LayerNorm(4)([2, 4, 4, 6]), weight 3 and bias 5 in column 0"
    assert_close(got, torch.tensor([5 - 3 * 1.4142, 0.0, 0.0, 1.4142]), atol=5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_takes_equal_entries_and_large_ones(student: Any) -> None:
    """A vector without spread becomes zeros; an offset of 10,000 changes nothing but the last digits."""
    norm = student.LayerNorm(4)
    assert_close(norm(torch.full((4,), 7.0)), torch.zeros(4), call="LayerNorm(4)([7, 7, 7, 7])")
    x = torch.tensor([2.0, 4.0, 4.0, 6.0])
    assert_close(norm(x + 1e4), norm(x), atol=2e-3, rtol=0.0, call="LayerNorm(4)(x + 10000)")


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_adds_eps_to_the_variance(student: Any) -> None:
    """Mean 2 and variance 4 beside an eps of 12: halves. By default it is 1e-5: 0.001 / sqrt(0.000011) = 0.3015."""
    got = student.LayerNorm(2, eps=12.0)(torch.tensor([0.0, 4.0]))
    assert_close(got, torch.tensor([-0.5, 0.5]), call="LayerNorm(2, eps=12.0)([0, 4])")
    got = student.LayerNorm(2)(torch.tensor([0.0, 0.002]))
    assert_close(got, torch.tensor([-0.3015, 0.3015]), atol=1.5e-4, rtol=0.0, call="LayerNorm(2)([0, 0.002])")


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_learns_weight_and_bias(student: Any) -> None:
    """Two parameters, in this order, and nothing else."""
    assert list(student.LayerNorm(3).state_dict()) == ["weight", "bias"]
    assert [parameter.tolist() for parameter in student.LayerNorm(2).parameters()] == [[1.0, 1.0], [0.0, 0.0]]


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_has_gradients(student: Any) -> None:
    """Mean and spread belong to the calculation: each entry moves all of its token."""
    x = torch.tensor([[1.0, -0.5, 2.0], [0.3, 2.0, -1.0]])
    assert_differentiable(student.LayerNorm(3), x, call="LayerNorm(3)(x)")


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_answers_every_call(student: Any) -> None:
    """Other inputs, in either mode: the sign of the result turns with that of the entries; each has its own spread."""
    norm = student.LayerNorm(6)
    before = norm(X)
    assert_close(norm(-X), -before, call="LayerNorm(6)(-x)")
    assert_close(norm(20 * X), nn.functional.layer_norm(20 * X, (6,)), call="LayerNorm(6)(20 * x)")
    assert_close(norm.eval()(X), before, call="LayerNorm(6).eval()(x)")


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_keeps_sizes_of_one(student: Any) -> None:
    """One text of one token, and a width of one."""
    assert student.LayerNorm(4)(torch.ones(1, 1, 4)).shape == (1, 1, 4)
    assert student.LayerNorm(1)(torch.ones(2, 3, 1)).shape == (2, 3, 1)


@pytest.mark.exercise("LayerNorm")
def test_layer_norm_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.LayerNorm(d_model=6), x=X, call="LayerNorm(6)(x)")


@pytest.mark.exercise("FeedForward")
def test_feed_forward_gives_the_figure_of_the_text(student: Any) -> None:
    """Three times gelu(1), and three times gelu(-1)."""
    layer = filled(student.FeedForward(2, 3), 1.0)
    expected = torch.tensor([[2.5240, 2.5240], [-0.4760, -0.4760]])
    got, call = (
        layer(torch.tensor([[0.5, 0.5], [-0.5, -0.5]])),
        "FeedForward(2, 3)([[0.5, 0.5], [-0.5, -0.5]]), weights 1",
    )
    assert_close(got, expected, atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("FeedForward")
def test_feed_forward_has_two_layers_with_biases(student: Any) -> None:
    """Up to the hidden width and back."""
    shapes = {name: tuple(parameter.shape) for name, parameter in student.FeedForward(4, 7).named_parameters()}
    assert shapes == {"up.weight": (7, 4), "up.bias": (7,), "down.weight": (4, 7), "down.bias": (4,)}


@pytest.mark.exercise("FeedForward")
def test_feed_forward_treats_each_token_by_itself(student: Any) -> None:
    """A token gets the same result alone and in a batch."""
    layer = student.FeedForward(6, 10)
    assert_close(layer(X)[1, 2], layer(X[1, 2]), call="FeedForward(6, 10)(x)[1, 2]")


@pytest.mark.exercise("FeedForward")
def test_feed_forward_has_gradients(student: Any) -> None:
    """Of its input and of both layers."""
    assert_differentiable(
        student.FeedForward(2, 3), torch.tensor([[1.0, -0.5], [0.3, 2.0]]), call="FeedForward(2, 3)(x)"
    )


@pytest.mark.exercise("FeedForward")
def test_feed_forward_adds_its_biases(student: Any) -> None:
    """By hand: gelu(3) = 2.9960, twice, and 1 or 3 more for the biases; then a second call, which counts by itself."""
    layer = filled(student.FeedForward(2, 2), 1.0)
    with torch.no_grad():
        layer.up.bias.fill_(2.0)
        layer.down.bias.copy_(torch.tensor([1.0, 3.0]))
    for x, hidden in ((torch.tensor([0.5, 0.5]), 5.9919), (torch.tensor([-1.0, -1.0]), 0.0)):
        got = layer(x)
        call = f"FeedForward(2, 2)({x.tolist()}), weights 1, biases 2, 2 and 1, 3"
        assert_close(got, torch.tensor([hidden + 1, hidden + 3]), atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("FeedForward")
def test_feed_forward_makes_the_way_up_first_and_has_one_mode(student: Any) -> None:
    """The state dict lists the layers in the order in which they were made; evaluation mode changes nothing."""
    layer = student.FeedForward(6, 10)
    names = [name.partition(".")[0] for name in layer.state_dict()]
    assert list(dict.fromkeys(names)) == ["up", "down"]
    before = layer(X)
    assert_close(layer.eval()(X), before, call="FeedForward(6, 10)(x), in evaluation mode")


@pytest.mark.exercise("FeedForward")
def test_feed_forward_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    assert_rules(student.FeedForward(d_model=6, d_hidden=10), x=X, call="FeedForward(6, 10)(x)")


@pytest.mark.exercise("TransformerBlock")
def test_block_without_attention_and_thought_returns_its_input(student: Any) -> None:
    """Both halves add zeros."""
    block = student.TransformerBlock(6, 2, 8)
    filled(block.attention.W_O, 0.0)
    filled(block.feed_forward.down, 0.0)
    assert_close(block(X), X, call="TransformerBlock(6, 2, 8)(x), W_O and down all zeros")


@pytest.mark.exercise("TransformerBlock")
def test_block_adds_two_halves(student: Any) -> None:
    """Each half alone, on the normalised input: attention first, then the feed-forward layer on the sum."""
    block = student.TransformerBlock(6, 2, 8)
    assert block.norm_1 is not block.norm_2, "both halves share one norm"
    with torch.no_grad():
        block.norm_1.weight.mul_(3)
        block.norm_2.bias.add_(1)
    half = X + block.attention(block.norm_1(X))
    whole = half + block.feed_forward(block.norm_2(half))
    assert_close(block(X), whole, call="TransformerBlock(6, 2, 8)(x)")


@pytest.mark.exercise("TransformerBlock")
def test_block_does_not_look_ahead_and_leaves_its_input_alone(student: Any) -> None:
    """Another last token changes nothing before it."""
    block, x = student.TransformerBlock(6, 2, 8), X.clone()
    other = X.clone()
    other[:, 2, :3] += 1  # not all entries: the norm would take that away again
    assert_close(block(other)[:, :2], block(x)[:, :2], call="TransformerBlock(6, 2, 8)(x)[:, :2]")
    assert_close(x, X, call="x after TransformerBlock(6, 2, 8)(x)")


@pytest.mark.exercise("TransformerBlock")
def test_block_has_gradients(student: Any) -> None:
    """Of its input and of every part."""
    x = torch.tensor([[[1.0, -0.5, 0.2, 0.7], [0.3, 2.0, -1.0, 0.1]]])
    assert_differentiable(student.TransformerBlock(4, 2, 3), x, call="TransformerBlock(4, 2, 3)(x)")


@pytest.mark.exercise("TransformerBlock")
def test_block_has_as_many_heads_as_asked(student: Any) -> None:
    """Three heads of two columns, each by PyTorch's own attention."""
    attention = student.TransformerBlock(6, 3, 8).attention
    layers = [layer(X) for layer in (attention.W_Q, attention.W_K, attention.W_V)]
    own_columns = [[layer[..., first : first + 2] for layer in layers] for first in (0, 2, 4)]
    heads = [torch.nn.functional.scaled_dot_product_attention(*parts, is_causal=True) for parts in own_columns]
    expected = attention.W_O(torch.cat(heads, dim=-1))
    assert_close(attention(X), expected, call="TransformerBlock(6, 3, 8).attention(x)")


@pytest.mark.exercise("TransformerBlock")
def test_block_answers_every_call(student: Any) -> None:
    """Another input, in either mode; one text of one token keeps its three dimensions."""
    block = student.TransformerBlock(6, 2, 8)
    before = block(X)
    assert_close(block(X.flip(0)), before.flip(0), call="TransformerBlock(6, 2, 8)(x.flip(0))")
    assert_close(block.eval()(X), before, call="TransformerBlock(6, 2, 8)(x), in evaluation mode")
    assert block(X[:1, :1]).shape == (1, 1, 6)


@pytest.mark.exercise("TransformerBlock")
def test_block_makes_its_parts_in_the_order_of_the_text(student: Any) -> None:
    """The state dict lists them in the order in which they were made."""
    names = [name.partition(".")[0] for name in student.TransformerBlock(6, 2, 8).state_dict()]
    assert list(dict.fromkeys(names)) == ["norm_1", "attention", "norm_2", "feed_forward"]


@pytest.mark.exercise("TransformerBlock")
def test_block_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    block = student.TransformerBlock(d_model=6, num_heads=2, d_hidden=8)
    assert_rules(block, x=X, call="TransformerBlock(6, 2, 8)(x)")


@pytest.mark.exercise("cross_entropy")
@pytest.mark.parametrize(("targets", "loss"), [([1, 1], 0.2877), ([0, 0], 1.3863), ([0, 1], 0.8370)])
def test_cross_entropy_gives_the_figures_of_the_text(student: Any, targets: list[int], loss: float) -> None:
    """Logits 0 and ln 3, twice."""
    logits = torch.tensor([[0.0, math.log(3)]] * 2)
    got = student.cross_entropy(logits, torch.tensor(targets))
    call = f"cross_entropy([[0, ln 3], [0, ln 3]], {targets})"
    assert_close(got, torch.tensor(loss), atol=1.5e-4, rtol=0.0, call=call)


@pytest.mark.exercise("cross_entropy")
@pytest.mark.parametrize("leading", [(), (4,), (2, 4), (2, 2, 1)])
def test_cross_entropy_of_equal_logits_is_the_logarithm_of_their_number(student: Any, leading: tuple[int, ...]) -> None:
    """Whatever the leading dimensions: a mean over all targets, and one number."""
    got = student.cross_entropy(torch.zeros(*leading, 65), torch.zeros(leading, dtype=torch.int64))
    assert_close(got, torch.tensor(math.log(65)), call=f"cross_entropy of {leading} rows of 65 equal logits")


@pytest.mark.exercise("cross_entropy")
def test_cross_entropy_stays_finite(student: Any) -> None:
    """A sure and wrong prediction costs the difference of its logits."""
    got = student.cross_entropy(torch.tensor([[1e4, 0.0]]), torch.tensor([1]))
    assert_close(got, torch.tensor(1e4), call="cross_entropy([[10000, 0]], [1])")


@pytest.mark.exercise("cross_entropy")
def test_cross_entropy_has_a_gradient(student: Any) -> None:
    """Probabilities less the one-hot target, here 1/2 each."""
    logits = torch.zeros(1, 2, requires_grad=True)
    student.cross_entropy(logits, torch.tensor([1])).backward()
    assert_close(logits.grad, torch.tensor([[0.5, -0.5]]), call="the gradient of cross_entropy([[0, 0]], [1])")


@pytest.mark.exercise("cross_entropy")
def test_cross_entropy_has_a_gradient_for_every_logit(student: Any) -> None:
    """Of two texts of two tokens, with three logits each."""
    logits, targets = 2 * torch.arange(12.0).sin().reshape(2, 2, 3), torch.tensor([[0, 2], [1, 1]])
    assert_differentiable(student.cross_entropy, logits, targets, call="cross_entropy(logits, targets)")


@pytest.mark.exercise("cross_entropy")
def test_cross_entropy_gives_every_row_its_own_target(student: Any) -> None:
    """Logits of 50 where the target is: the loss is 0, and with the targets of the other text it is 50."""
    targets = torch.tensor([[0, 2], [1, 0]])
    logits = torch.tensor([[[50.0, 0.0, 0.0], [0.0, 0.0, 50.0]], [[0.0, 50.0, 0.0], [50.0, 0.0, 0.0]]])
    assert_close(student.cross_entropy(logits, targets), torch.tensor(0.0), call="cross_entropy(logits, targets)")
    call = "cross_entropy(logits, targets.flip(0))"
    assert_close(student.cross_entropy(logits, targets.flip(0)), torch.tensor(50.0), call=call)


@pytest.mark.exercise("cross_entropy")
def test_cross_entropy_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    targets, call = torch.tensor([[0, 5, 2], [1, 1, 3]]), "cross_entropy(logits, targets)"
    assert_rules(student.cross_entropy, logits=X, targets=targets, call=call)


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_gives_a_logit_for_every_token_at_every_position(student: Any) -> None:
    """Three texts of five tokens, eleven tokens to choose from; 19,488 parameters at the sizes of the text."""
    assert student.TinyGPT(11, 6, 2, 8, 2, 9)(torch.zeros(3, 5, dtype=torch.int64)).shape == (3, 5, 11)
    assert sum(parameter.numel() for parameter in student.TinyGPT(65, 32, 4, 64, 2, 16).parameters()) == 19_488


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_without_blocks_is_a_norm_between_two_uses_of_one_table(student: Any) -> None:
    """Token and position vectors added, normalised, multiplied with the token table."""
    model = student.TinyGPT(7, 4, 2, 8, 0, 5)
    ids = torch.tensor([[3, 0, 3], [6, 2, 1]])
    table, positions = model.token_embedding.weight, model.position_embedding.weight
    expected = model.norm(table[ids] + positions[:3]) @ table.T
    assert_close(model(ids), expected, call="TinyGPT(7, 4, 2, 8, 0, 5)(ids)")


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_uses_its_blocks_in_order(student: Any) -> None:
    """Two blocks, one after the other."""
    model = student.TinyGPT(7, 4, 2, 8, 2, 5)
    ids = torch.tensor([[3, 0, 3], [6, 2, 1]])
    table, positions = model.token_embedding.weight, model.position_embedding.weight
    x = model.blocks[1](model.blocks[0](table[ids] + positions[:3]))
    assert_close(model(ids), model.norm(x) @ table.T, call="TinyGPT(7, 4, 2, 8, 2, 5)(ids)")


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_refuses_a_text_that_is_too_long(student: Any) -> None:
    """Five tokens fit, six do not."""
    model = student.TinyGPT(7, 4, 2, 8, 1, 5)
    assert model(torch.zeros(1, 5, dtype=torch.int64)).shape == (1, 5, 7)
    with pytest.raises(ValueError):  # noqa: PT011 - the wording is the student's
        model(torch.zeros(1, 6, dtype=torch.int64))


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_answers_every_call(student: Any) -> None:
    """A short text and then a longer one that begins with it, in either mode: the same logits where both have some."""
    gpt = student.TinyGPT(7, 4, 2, 8, 1, 5)
    ids = torch.tensor([[3, 0, 3, 6, 2]])
    short, long = gpt(ids[:, :2]), gpt(ids)
    assert_close(long[:, :2], short, call="TinyGPT(7, 4, 2, 8, 1, 5)(ids)[:, :2]")
    assert_close(gpt.eval()(ids), long, call="TinyGPT(7, 4, 2, 8, 1, 5)(ids), in evaluation mode")


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_makes_its_parts_in_the_order_of_the_text(student: Any) -> None:
    """The state dict lists them in the order in which they were made, and holds parameters only."""
    gpt = student.TinyGPT(7, 4, 2, 8, 1, 5)
    parts = list(dict.fromkeys(name.partition(".")[0] for name in gpt.state_dict()))
    assert parts[:4] == ["token_embedding", "position_embedding", "blocks", "norm"]
    assert list(gpt.state_dict()) == [name for name, _ in gpt.named_parameters(remove_duplicate=False)]


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_begins_without_an_opinion(student: Any) -> None:
    """The probabilities of a new model are close to 1/65."""
    torch.manual_seed(0)
    logits = student.TinyGPT(65, 32, 4, 64, 2, 16)(torch.arange(16)[None])
    assert_close(
        torch.softmax(logits, dim=-1), torch.full((1, 16, 65), 1 / 65), atol=0.02, call="softmax(TinyGPT(…)(ids))"
    )


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_numbers_the_positions_on_the_device_of_the_ids(student: Any) -> None:
    """A model on a GPU, and a text there."""
    with gpu():
        model = student.TinyGPT(7, 4, 2, 8, 0, 5).to("cuda")
        assert model(torch.zeros(1, 4, dtype=torch.int64, device="cuda")).device.type == "cuda"


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_has_gradients(student: Any) -> None:
    """Of both tables, here with large entries, and of every parameter of its block."""
    torch.manual_seed(0)
    model = student.TinyGPT(3, max_tokens=2, d_model=4, num_heads=2, d_hidden=3, num_layers=1)
    with torch.no_grad():
        model.token_embedding.weight.mul_(100)
        model.position_embedding.weight.mul_(100)
    assert_differentiable(model, torch.tensor([[2, 0]]), call="TinyGPT(3, 4, 2, 3, 1, 2)(ids)")


@pytest.mark.exercise("TinyGPT")
def test_tiny_gpt_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    gpt = student.TinyGPT(vocab_size=7, d_model=4, num_heads=2, d_hidden=8, num_layers=1, max_tokens=5)
    assert_rules(gpt, ids=torch.tensor([[3, 0, 6]]), call="TinyGPT(7, 4, 2, 8, 1, 5)(ids)")


@pytest.mark.exercise("sample_next")
def test_sample_next_at_temperature_zero_takes_the_first_of_the_largest(student: Any) -> None:
    """The example of the text, and a tie."""
    logits = torch.tensor([[1.0, 3.0, 2.0], [5.0, 5.0, 0.0]])
    assert student.sample_next(logits, temperature=0.0).tolist() == [1, 0]


@pytest.mark.exercise("sample_next")
def test_sample_next_of_the_largest_alone(student: Any) -> None:
    """With `top_k=1` nothing is left to chance."""
    logits = torch.tensor([[1.0, 3.0, 2.0]] * 50)
    assert student.sample_next(logits, 5.0, 1).tolist() == [1] * 50


@pytest.mark.exercise("sample_next")
@pytest.mark.parametrize(
    ("temperature", "top_k", "shares"),
    [(1.0, 2, [0.0, 0.7311, 0.2689]), (1.0, None, [0.0900, 0.6652, 0.2447]), (4.0, 5, [0.2543, 0.4192, 0.3265])],
)
def test_sample_next_draws_by_the_probabilities(
    student: Any, temperature: float, top_k: int | None, shares: list[float]
) -> None:
    """Two hundred rows: nearly all ids are those that one call of `torch.multinomial` draws from the same seed.

    What it draws depends on how the probabilities lie in memory, row by row or column by column.
    """
    logits = torch.tensor([[1.0, 3.0, 2.0]] * 200)
    got = student.sample_next(
        logits=logits, temperature=temperature, top_k=top_k, generator=torch.Generator().manual_seed(1)
    )
    assert got.shape == (200,)
    rows = torch.tensor([shares] * 200)
    draws = [
        torch.multinomial(probabilities, 1, generator=torch.Generator().manual_seed(1))[:, 0]
        for probabilities in (rows, rows.T.contiguous().T)
    ]
    agreeing = torch.stack([(got == expected).double().mean() for expected in draws]).max()
    call = f"share of right ids, sample_next(logits, {temperature}, {top_k}, generator)"
    assert_close(agreeing, torch.tensor(1.0, dtype=torch.float64), atol=0.02, call=call)


@pytest.mark.exercise("sample_next")
def test_sample_next_leaves_the_logits_alone(student: Any) -> None:
    """What is left out is left out of a copy."""
    logits = torch.tensor([[1.0, 3.0, 2.0]])
    student.sample_next(logits, 0.5, 2)
    assert logits.tolist() == [[1.0, 3.0, 2.0]]


@pytest.mark.exercise("sample_next")
def test_sample_next_treats_each_row_by_itself(student: Any) -> None:
    """The two largest of each row; the ids are int64, and without `top_k` every id is drawn."""
    logits = torch.tensor([[0.0, 1.0, 2.0, 3.0], [13.0, 12.0, 11.0, 10.0]] * 100)
    ids = student.sample_next(logits, 1.0, 2)
    assert ids.dtype == torch.int64
    assert ids.shape == (200,)
    assert set(ids[::2].tolist()) == {2, 3}
    assert set(ids[1::2].tolist()) == {0, 1}
    assert set(student.sample_next(torch.zeros(500, 8)).tolist()) == set(range(8))


@pytest.mark.exercise("sample_next")
def test_sample_next_keeps_its_row_and_draws_from_all_tokens(student: Any) -> None:
    """A single row gives one id; without `top_k` no token is left out, and without a generator no draw repeats another."""
    nearly_equal = torch.linspace(0, 0.1, 8).repeat(500, 1)
    assert student.sample_next(nearly_equal[:1]).shape == (1,)
    ids = student.sample_next(nearly_equal)
    assert set(ids.tolist()) == set(range(8))
    assert not torch.equal(student.sample_next(nearly_equal), ids)


@pytest.mark.exercise("sample_next")
def test_sample_next_draws_where_the_logits_are(student: Any) -> None:
    """On a GPU, with both knobs."""
    with gpu():
        assert student.sample_next(torch.zeros(2, 3, device="cuda"), 0.5, 2).device.type == "cuda"


@pytest.mark.exercise("generate")
def test_generate_counts_on(student: Any) -> None:
    """The example of the text, in two texts at once."""
    assert student.generate(Counter(), torch.tensor([[3], [8]]), 4, 8).tolist() == [[3, 4, 5, 6, 7], [8, 9, 0, 1, 2]]


@pytest.mark.exercise("generate")
def test_generate_shows_the_model_the_last_tokens(student: Any) -> None:
    """At most three at a time, one call for each new token, and no graph."""
    model = Counter()
    student.generate(model, torch.tensor([[1, 2]]), 4, 3)
    assert model.tokens_shown == [2, 3, 3, 3]
    assert not any(model.graphs)


@pytest.mark.exercise("generate")
@pytest.mark.parametrize("training", [True, False])
def test_generate_gives_the_mode_back(student: Any, training: bool) -> None:
    """Also when the model raises an error."""
    model, mode = Counter().train(training), "training" if training else "evaluation"
    student.generate(model, torch.tensor([[1]]), 2, 3)
    assert_close(model.training, training, call=f"model.training after generate(model, …), model in {mode} mode")
    model.stops_at = len(model.tokens_shown) + 1
    with pytest.raises(RuntimeError, match="the model stops"):
        student.generate(model, torch.tensor([[1]]), 2, 3)
    assert model.training is training


@pytest.mark.exercise("generate")
def test_generate_leaves_the_ids_alone(student: Any) -> None:
    """Without a new token they come back equal, in a tensor of their own."""
    ids = torch.tensor([[4, 5]])
    nothing = student.generate(Counter(), ids, 0, 3)
    assert nothing.tolist() == [[4, 5]]
    assert nothing is not ids
    student.generate(Counter(), ids, 3, 3)
    assert ids.tolist() == [[4, 5]]


@pytest.mark.exercise("generate")
def test_generate_draws_with_the_generator(student: Any) -> None:
    """The same seed writes the same text, another one another text."""
    start = torch.tensor([[1]])
    first = student.generate(
        model=Counter(),
        ids=start,
        max_new_tokens=30,
        max_tokens=8,
        temperature=1.0,
        top_k=None,
        generator=torch.Generator().manual_seed(5),
    ).tolist()
    again = student.generate(Counter(), start, 30, 8, 1.0, None, torch.Generator().manual_seed(5)).tolist()
    other = student.generate(Counter(), start, 30, 8, 1.0, None, torch.Generator().manual_seed(6)).tolist()
    assert again == first
    assert other != first


@pytest.mark.exercise("generate")
@pytest.mark.parametrize(("temperature", "top_k"), [(0.1, None), (5.0, 1)])
def test_generate_hands_temperature_and_top_k_on(student: Any, temperature: float, top_k: int | None) -> None:
    """When it is cold, or only the most probable token takes part, the model counts without a slip, also past 0."""
    generator = torch.Generator().manual_seed(5)
    text = student.generate(Counter(), torch.tensor([[8]]), 12, 8, temperature, top_k, generator)
    assert text.tolist() == [[8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]]


@pytest.mark.exercise("generate")
def test_generate_returns_the_whole_text(student: Any) -> None:
    """Five ids and three more, though the model sees two at a time; the ids are int64."""
    text = student.generate(Counter(), torch.tensor([[7, 7, 7, 1, 2]]), 3, 2, 0.0)
    assert text.tolist() == [[7, 7, 7, 1, 2, 3, 4, 5]]
    assert text.dtype == torch.int64


@pytest.mark.exercise("generate")
def test_generate_writes_where_the_ids_are(student: Any) -> None:
    """A model on a GPU, and the beginning of a text there."""
    with gpu():
        text = student.generate(Counter().to("cuda"), torch.tensor([[1, 2]], device="cuda"), 2, 8)
        assert text.device.type == "cuda"


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_returns_output_and_cache(student: Any) -> None:
    """Keys and values of three tokens in two heads of width 3; then of five."""
    attention = student.CachedAttention(6, 2)
    out, cache = attention(X)
    assert out.shape == (2, 3, 6)
    assert [tuple(part.shape) for part in cache] == [(2, 2, 3, 3)] * 2
    out, cache = attention(X[:, :2], cache)
    assert out.shape == (2, 2, 6)
    assert [tuple(part.shape) for part in cache] == [(2, 2, 5, 3)] * 2


@pytest.mark.exercise("CachedAttention")
@pytest.mark.parametrize("cut", [1, 2])
def test_cached_attention_in_pieces_is_that_of_the_whole(student: Any, cut: int) -> None:
    """Two pieces, cut after the first or the second token: together what the layer that is given makes of the whole."""
    given, attention = student.MultiHeadAttention(6, 2, causal=True), student.CachedAttention(6, 2)
    attention.load_state_dict(given.state_dict())
    first, cache = attention(X[:, :cut])
    second, _ = attention(X[:, cut:], cache)
    call = f"CachedAttention(6, 2), in pieces of {cut} and {3 - cut} tokens"
    assert_close(torch.cat([first, second], dim=1), given(X), call=call)


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_without_a_cache_is_causal_attention(student: Any) -> None:
    """The same weights in the layer that is given, in either mode, in float64 too, and for forty tokens."""
    given, cached = student.MultiHeadAttention(6, 2, causal=True), student.CachedAttention(6, 2)
    cached.load_state_dict(given.state_dict())
    assert_close(cached(X)[0], given(X), call="CachedAttention(6, 2)(x)[0]")
    assert_close(cached.eval()(X)[0], given(X), call="CachedAttention(6, 2)(x)[0], in evaluation mode")
    long = 3 * torch.arange(240.0).sin().reshape(1, 40, 6)
    assert_close(cached(long)[0], given(long), call="CachedAttention(6, 2)(x)[0] for 40 tokens")
    x = X.double()
    assert_close(cached.double()(x)[0], given.double()(x), call="CachedAttention(6, 2)(x)[0] in float64")


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_makes_its_mask_on_the_device_of_its_input(student: Any) -> None:
    """A layer on a GPU, and a text there."""
    with gpu():
        attention = student.CachedAttention(6, 2).to("cuda")
        assert attention(torch.ones(1, 4, 6, device="cuda"))[0].device.type == "cuda"


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_has_gradients(student: Any) -> None:
    """Of its input and of all four matrices."""
    x = torch.tensor([[[1.0, -0.5], [0.3, 2.0], [-1.2, 0.4]]])
    attention = student.CachedAttention(2, 2)
    assert_differentiable(lambda x: attention(x)[0], x, call="CachedAttention(2, 2)(x)[0]")


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_keeps_nothing_between_calls(student: Any) -> None:
    """A second text without a cache begins anew, and a cache can be continued twice."""
    attention = student.CachedAttention(6, 2)
    first, cache = attention(X)
    again, _ = attention(X)
    assert_close(again, first, call="CachedAttention(6, 2)(x)[0], the second time")
    one, _ = attention(X[:, :1], cache)
    other, _ = attention(X[:, :1], cache)
    assert_close(other, one, call="CachedAttention(6, 2)(x, cache)[0], the second time")


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_learns_through_the_cache(student: Any) -> None:
    """What a new token reads of the past has a gradient."""
    attention, past = student.CachedAttention(6, 2), X.clone().requires_grad_()
    _, cache = attention(past)
    out, _ = attention(X[:, :1], cache)
    out.square().sum().backward()
    assert past.grad is not None
    assert past.grad.abs().sum() > 0


@pytest.mark.exercise("CachedAttention")
def test_cached_attention_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.CachedAttention(d_model=6, num_heads=2)
    assert_rules(attention, x=X, cache=None, times=200, call="CachedAttention(6, 2)(x)")
