"""Public tests of cross.py."""

from typing import Any

import pytest
import torch

from assignments._support.compare import assert_close
from assignments._support.gradients import assert_differentiable
from assignments._support.rules import assert_rules

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


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_has_three_matrices(student: Any) -> None:
    """Names and shapes are those of SelfAttention."""
    attention = student.CrossAttention(8, 5, 3)
    shapes = {name: tuple(parameter.shape) for name, parameter in attention.named_parameters()}
    assert shapes == {"W_query": (8, 5), "W_key": (8, 5), "W_value": (8, 3)}


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_is_as_long_as_the_sequence_that_asks(student: Any) -> None:
    """One vector for each of the six tokens of x_1, in a batch and without one."""
    attention = student.CrossAttention(8, 5, 3)
    assert attention(torch.ones(2, 6, 8), torch.ones(2, 7, 8)).shape == (2, 6, 3)
    assert attention(torch.ones(6, 8), torch.ones(7, 8)).shape == (6, 3)


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_averages_the_sequence_that_is_read(student: Any) -> None:
    """Queries of zero like all keys equally: every token of x_1 gets the average of the values of x_2."""
    attention = student.CrossAttention(2, 5, 2)
    with torch.no_grad():
        attention.W_query.zero_()
        attention.W_value.copy_(torch.eye(2))
    x_1 = torch.tensor([[7.0, -7.0], [9.0, 9.0]])
    x_2 = torch.tensor([[1.0, 0.0], [3.0, 6.0], [5.0, 0.0]])
    assert_close(attention(x_1, x_2), torch.tensor([[3.0, 2.0], [3.0, 2.0]]), call="CrossAttention(2, 5, 2)(x_1, x_2)")


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_gives_the_printed_figures(student: Any) -> None:
    """Raschka, section on cross-attention: the sentence asks, eight random tokens are read."""
    torch.manual_seed(123)
    attention = student.CrossAttention(3, 2, 4)
    x_2 = torch.rand(8, 3)
    printed = torch.tensor(
        [
            [0.4231, 0.8665, 0.6503, 1.0042],
            [0.4874, 0.9718, 0.7359, 1.1353],
            [0.4054, 0.8359, 0.6258, 0.9667],
            [0.4357, 0.8886, 0.6678, 1.0311],
            [0.4429, 0.9006, 0.6775, 1.0460],
            [0.3860, 0.8021, 0.5985, 0.9250],
        ]
    )
    assert_close(
        attention(SENTENCE, x_2), printed, atol=1.5e-4, rtol=0.0, call="CrossAttention(3, 2, 4)(sentence, x_2)"
    )


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_of_a_sentence_with_itself_is_self_attention(student: Any) -> None:
    """Raschka, section on self-attention: the first two rows."""
    torch.manual_seed(123)
    attention = student.CrossAttention(3, 2, 4)
    printed = torch.tensor([[-0.1564, 0.1028, -0.0763, -0.0764], [0.5313, 1.3607, 0.7891, 1.3110]])
    out = attention(SENTENCE, SENTENCE)[:2]
    assert_close(out, printed, atol=1.5e-4, rtol=0.0, call="CrossAttention(3, 2, 4)(sentence, sentence)[:2]")


@pytest.mark.exercise("CrossAttention")
@pytest.mark.parametrize(("t_1", "t_2"), [(200, 3), (3, 200), (1, 4), (4, 1)])
def test_cross_attention_takes_any_length(student: Any, t_1: int, t_2: int) -> None:
    """From one token to the longest sequences that are asked for, on either side; equal tokens have equal averages."""
    attention = student.CrossAttention(3, 5, 2)
    x_1, token = torch.linspace(-1, 1, 3 * t_1).reshape(1, t_1, 3), SENTENCE[:1]
    out = attention(x_1, token.repeat(1, t_2, 1))
    call = f"CrossAttention(3, 5, 2)(x_1, x_2) with {t_1} and {t_2} tokens"
    assert_close(out, (token @ attention.W_value).repeat(1, t_1, 1), call=call)


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_keeps_nothing_from_call_to_call(student: Any) -> None:
    """A second call gives what a first one would give, in either mode, and the state dict is as before."""
    attention = student.CrossAttention(3, 5, 2)
    first, second = torch.linspace(-1, 1, 24).reshape(2, 4, 3), torch.linspace(1, -2, 24).reshape(2, 4, 3)
    before = attention(second, second)
    attention(first, first)
    attention.eval()
    assert_close(attention(second, second), before, call="CrossAttention(3, 5, 2)(x_1, x_2) after another call")
    assert list(attention.state_dict()) == ["W_query", "W_key", "W_value"]


@pytest.mark.exercise("CrossAttention")
@pytest.mark.parametrize(("t_1", "t_2"), [(5, 7), (5, 5)])
def test_cross_attention_of_several_pairs(student: Any, t_1: int, t_2: int) -> None:
    """What torch's own attention returns for the same three matrices, pair by pair, of one length or of two."""
    attention = student.CrossAttention(4, 3, 2)
    x_1 = 3 * torch.arange(8.0 * t_1).sin().reshape(2, t_1, 4)
    x_2 = 3 * torch.arange(8.0 * t_2).cos().reshape(2, t_2, 4)
    queries, keys, values = x_1 @ attention.W_query, x_2 @ attention.W_key, x_2 @ attention.W_value
    expected = torch.nn.functional.scaled_dot_product_attention(queries, keys, values)
    call = f"CrossAttention(4, 3, 2)(x_1, x_2) with {t_1} and {t_2} tokens"
    assert_close(attention(x_1, x_2), expected, call=call)


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_has_gradients(student: Any) -> None:
    """Of both sequences and of all three matrices."""
    x_1, x_2 = torch.tensor([[[1.0, -0.5], [0.3, 2.0]]]), torch.tensor([[[0.4, 1.1], [-1.2, 0.4], [0.2, -0.9]]])
    assert_differentiable(student.CrossAttention(2, 2, 3), x_1, x_2, call="CrossAttention(2, 2, 3)(x_1, x_2)")


@pytest.mark.exercise("CrossAttention")
def test_cross_attention_keeps_the_rules_for_all_exercises(student: Any) -> None:
    """Names of arguments, dtype and device of the inputs, any strides, no gradients, nothing random."""
    attention = student.CrossAttention(d_in=3, d_out_kq=2, d_out_v=4)
    assert_rules(attention, x_1=SENTENCE, x_2=SENTENCE[:4].cos(), times=100, call="CrossAttention(3, 2, 4)(x_1, x_2)")
