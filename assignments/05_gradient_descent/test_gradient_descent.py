"""Public tests of gradient_descent.py, in the order of the exercises."""

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from assignments._support.compare import assert_close
from assignments._support.stand_in import gpu

ONE = torch.tensor([1.0])


class OneWeight(nn.Module):
    """The smallest model of all, `w * x` with `w = 0`, and a parameter that its output does not depend on."""

    def __init__(self) -> None:
        super().__init__()
        self.w = nn.Parameter(torch.zeros(1))
        self.unused = nn.Parameter(torch.full((1,), 5.0))

    def forward(self, x: Tensor) -> Tensor:
        """Return `w * x`."""
        return self.w * x


class ScaledLayer(nn.Module):
    """A layer as a part, and a parameter of the model itself beside it: `scale * (w * x)`, all of them 1."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.layer = nn.Linear(1, 1, bias=False)
        nn.init.ones_(self.layer.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Return `scale * (w * x)`."""
        out: Tensor = self.scale * self.layer(x)
        return out


@pytest.mark.exercise("first_order_approximation")
def test_first_order_approximation_of_a_square(student: Any) -> None:
    """The example in the text: near 9.61, not equal to it."""
    got = student.first_order_approximation(f=lambda x: x**2, df=lambda x: 2 * x, x=3.0, eps=0.1)
    assert_close(got, 9.6, call="first_order_approximation(x**2, 2*x, 3.0, 0.1)")


@pytest.mark.exercise("first_order_approximation")
def test_first_order_approximation_to_the_left(student: Any) -> None:
    """A step may be negative."""
    got = student.first_order_approximation(lambda x: x**3, lambda x: 3 * x**2, 2.0, -0.5)
    assert_close(got, 2.0, call="first_order_approximation(x**3, 3*x**2, 2.0, -0.5)")


@pytest.mark.exercise("first_order_approximation")
def test_first_order_approximation_of_a_line_is_exact(student: Any) -> None:
    """A straight line is its own tangent, however large the step."""
    got = student.first_order_approximation(lambda x: 3 * x + 1, lambda _: 3.0, 10.0, 100.0)
    assert_close(got, 331.0, call="first_order_approximation(3*x + 1, 3, 10.0, 100.0)")


@pytest.mark.exercise("first_order_approximation")
def test_first_order_approximation_uses_the_slope_that_it_is_given(student: Any) -> None:
    """Here `df` is not the derivative of `f`, and is asked all the same."""
    got = student.first_order_approximation(lambda x: x**2, lambda _: 5.0, 3.0, 0.1)
    assert_close(got, 9.5, call="first_order_approximation(x**2, 5, 3.0, 0.1)")


@pytest.mark.exercise("first_order_approximation")
def test_first_order_approximation_of_two_functions_at_one_point(student: Any) -> None:
    """Nothing is left of the first function, and a slope may be negative."""
    square = student.first_order_approximation(lambda x: x**2, lambda x: 2 * x, 1.5, 0.1)
    inverse = student.first_order_approximation(lambda x: 1 / x, lambda x: -1 / x**2, 1.5, 0.1)
    assert_close(square, 2.55, call="first_order_approximation(x**2, 2*x, 1.5, 0.1)")
    assert_close(inverse, 0.622222, atol=1e-6, rtol=0.0, call="first_order_approximation(1/x, -1/x**2, 1.5, 0.1)")


@pytest.mark.exercise("gradient_descent")
@pytest.mark.parametrize(
    ("learning_rate", "path"),
    [
        (0.25, [1.0, 0.5, 0.25, 0.125]),
        (0.75, [1.0, -0.5, 0.25, -0.125]),
        (1.25, [1.0, -1.5, 2.25, -3.375]),
    ],
)
def test_gradient_descent_follows_the_path(student: Any, learning_rate: float, path: list[float]) -> None:
    """The three paths in the text, on x**2."""
    got = student.gradient_descent(df=lambda x: 2 * x, x0=1.0, learning_rate=learning_rate, steps=3)
    assert_close(got, path, call=f"gradient_descent(2*x, 1.0, {learning_rate}, 3)")


@pytest.mark.exercise("gradient_descent")
def test_gradient_descent_follows_a_path_that_runs_away(student: Any) -> None:
    """Forty steps at a rate that is too large, each one and a half times as far as the last: none is cut or left out."""
    got = student.gradient_descent(lambda x: 2 * x, 1.0, 1.25, 40)
    assert_close(got, [(-1.5) ** step for step in range(41)], call="gradient_descent(2*x, 1.0, 1.25, 40)")


@pytest.mark.exercise("gradient_descent")
def test_gradient_descent_without_steps_stays_at_the_start(student: Any) -> None:
    """No steps, one point."""
    assert list(student.gradient_descent(lambda x: 2 * x, 4.0, 0.1, 0)) == [4.0]


@pytest.mark.exercise("gradient_descent")
def test_gradient_descent_stays_at_a_minimum(student: Any) -> None:
    """Where the derivative is 0 there is nowhere to go."""
    assert list(student.gradient_descent(lambda x: 2 * (x - 3), 3.0, 0.4, 2)) == [3.0, 3.0, 3.0]


@pytest.mark.exercise("gradient_descent")
def test_gradient_descent_starts_anew_in_every_call(student: Any) -> None:
    """Two paths from one start, on two functions: each is a list of its own."""
    first = student.gradient_descent(lambda x: 2 * x, 1.0, 0.25, 2)
    second = student.gradient_descent(lambda x: 4 * x, 1.0, 0.25, 1)
    assert_close(first, [1.0, 0.5, 0.25], call="gradient_descent(2*x, 1.0, 0.25, 2)")
    assert_close(second, [1.0, 0.0], call="gradient_descent(4*x, 1.0, 0.25, 1)")


@pytest.mark.exercise("gradient_descent")
def test_gradient_descent_keeps_all_digits(student: Any) -> None:
    """A tenth of the way in each step, from 3.7 and then, by the other slope, away from there."""
    path = [3.7, 3.33, 2.997, 2.6973, 2.42757]
    got = student.gradient_descent(lambda x: x, 3.7, 0.1, 4)
    assert_close(got, path, atol=1e-6, rtol=0.0, call="gradient_descent(x, 3.7, 0.1, 4)")
    away = student.gradient_descent(lambda x: -x, 3.7, 0.1, 4)
    assert_close(away, [3.7, 4.07, 4.477, 4.9247, 5.41717], call="gradient_descent(-x, 3.7, 0.1, 4)")


@pytest.mark.exercise("train_attention")
def test_train_attention_returns_the_loss_before_each_update(student: Any) -> None:
    """The example in the text, `nn.Linear(1, 1, bias=False)` with the weight 0."""
    model, x = nn.Linear(1, 1, bias=False), torch.ones(1, 1)
    nn.init.zeros_(model.weight)
    losses = student.train_attention(model=model, x=x, target=x, learning_rate=0.1, steps=3)
    assert_close(losses, [1.0, 0.64, 0.4096], call="train_attention(model, x, target, 0.1, 3)")
    assert not any(isinstance(loss, Tensor) for loss in losses), "the losses are plain numbers, no tensors"


@pytest.mark.exercise("train_attention")
def test_train_attention_changes_the_model_itself(student: Any) -> None:
    """Three steps bring w from 0 to 0.488, and leave a parameter without a gradient alone."""
    model = OneWeight()
    student.train_attention(model, ONE, ONE, learning_rate=0.1, steps=3)
    assert_close(model.w, torch.tensor([0.488]), call="w after train_attention(model, x, target, 0.1, 3)")
    assert_close(model.unused, torch.tensor([5.0]), call="an unused parameter after train_attention")


@pytest.mark.exercise("train_attention")
def test_train_attention_forgets_gradients_from_before(student: Any) -> None:
    """Somebody left a gradient of 100, and two steps follow: each begins without the gradients of others."""
    model = OneWeight()
    model.w.grad = torch.tensor([100.0])
    student.train_attention(model, ONE, ONE, learning_rate=0.25, steps=2)
    assert_close(model.w, torch.tensor([0.75]), call="w after train_attention(model, x, target, 0.25, 2)")


@pytest.mark.exercise("train_attention")
def test_train_attention_averages_over_all_entries(student: Any) -> None:
    """Errors of 1, 2, 3 and 4: the mean of their squares is 7.5."""
    target = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    losses = student.train_attention(OneWeight(), torch.ones(2, 2), target, learning_rate=0.1, steps=1)
    assert_close(losses, [7.5], call="train_attention(model, x, target, 0.1, 1)")


@pytest.mark.exercise("train_attention")
@pytest.mark.parametrize("training", [True, False])
def test_train_attention_keeps_the_mode(student: Any, training: bool) -> None:
    """Training or evaluation mode is the caller's decision."""
    model = OneWeight().train(training)
    student.train_attention(model, ONE, ONE, learning_rate=0.25, steps=1)
    assert model.training is training


@pytest.mark.exercise("train_attention")
def test_train_attention_compares_columns_with_columns(student: Any) -> None:
    """Outputs of shape (3, 1) against targets of shape (3, 1): the mean of 1, 4 and 9."""
    target = torch.tensor([[1.0], [2.0], [3.0]])
    losses = student.train_attention(OneWeight(), torch.ones(3, 1), target, learning_rate=0.1, steps=1)
    assert_close(losses, [14 / 3], call="train_attention(model, x, target, 0.1, 1)")


@pytest.mark.exercise("train_attention")
def test_train_attention_takes_every_step_like_the_first(student: Any) -> None:
    """On a parabola each of 300 steps shrinks the loss by one factor, here 0.98 squared."""
    losses = student.train_attention(OneWeight(), ONE, ONE, learning_rate=0.01, steps=300)
    wanted = [0.98 ** (2 * step) for step in range(300)]
    assert_close(losses, wanted, call="train_attention(model, x, target, 0.01, 300)")


@pytest.mark.exercise("train_attention")
def test_train_attention_starts_anew_in_every_call(student: Any) -> None:
    """A second model is trained like the first, and each call returns a list of its own."""
    first = student.train_attention(OneWeight(), ONE, ONE, learning_rate=0.25, steps=2)
    second = student.train_attention(OneWeight(), ONE, 2 * ONE, learning_rate=0.25, steps=1)
    assert_close(first, [1.0, 0.25], call="train_attention(model, x, target, 0.25, 2)")
    assert_close(second, [4.0], call="train_attention(model, x, 2 * target, 0.25, 1)")


@pytest.mark.exercise("train_attention")
def test_train_attention_learns_every_parameter_from_the_whole_batch(student: Any) -> None:
    """Two weights and a bias, four examples. By hand: the gradient is 2/4 times the errors, each times its input."""
    model = nn.Linear(2, 1)
    with torch.no_grad():
        model.weight.zero_()
        model.bias.zero_()
    x = torch.tensor([[2.0, 0.0], [0.0, 2.0], [2.0, 2.0], [4.0, -2.0]])
    target = torch.tensor([[4.0], [8.0], [12.0], [0.0]])
    losses = student.train_attention(model, x, target, learning_rate=0.1, steps=2)
    assert_close(losses, [56.0, 8.48], call="train_attention(model, x, target, 0.1, 2)")
    assert_close(model.weight, torch.tensor([[1.2, 3.0]]), call="the weights afterwards")
    assert_close(model.bias, torch.tensor([1.32]), call="the bias afterwards")


@pytest.mark.exercise("train_attention")
def test_train_attention_learns_what_is_in_parts_and_what_is_beside_them(student: Any) -> None:
    """By hand: the error is -2 and both gradients are -4; a frozen parameter stays, and stays frozen."""
    model = ScaledLayer()
    student.train_attention(model, ONE[None], 3 * ONE[None], learning_rate=0.1, steps=1)
    assert_close(model.scale, torch.tensor([1.4]), call="the parameter beside the part, after one step")
    assert_close(model.layer.weight, torch.tensor([[1.4]]), call="the parameter of the part, after one step")
    frozen = ScaledLayer()
    frozen.scale.requires_grad_(False)
    student.train_attention(frozen, ONE[None], 3 * ONE[None], learning_rate=0.1, steps=1)
    assert_close(frozen.scale, ONE, call="a frozen parameter, after one step")
    assert not frozen.scale.requires_grad


@pytest.mark.exercise("train_attention")
def test_train_attention_takes_as_many_steps_as_asked(student: Any) -> None:
    """None at all, uphill where the rate is too large, and three at the minimum, where the loss stays what it is."""
    assert list(student.train_attention(OneWeight(), ONE, ONE, learning_rate=0.1, steps=0)) == []
    uphill = student.train_attention(OneWeight(), ONE, ONE, learning_rate=1.5, steps=4)
    assert_close(uphill, [1.0, 4.0, 16.0, 64.0], call="train_attention(model, x, target, 1.5, 4)")
    still = student.train_attention(OneWeight(), ONE, 0 * ONE, learning_rate=0.1, steps=3)
    assert_close(still, [0.0, 0.0, 0.0], call="train_attention(model, x, 0 * target, 0.1, 3)")


@pytest.mark.exercise("train_attention")
def test_train_attention_keeps_all_digits(student: Any) -> None:
    """A target of 1/10,000: the losses are tiny, and so are the gradients, and both count."""
    losses = student.train_attention(OneWeight(), ONE, ONE / 10_000, learning_rate=0.1, steps=3)
    call = "train_attention(model, x, target / 10000, 0.1, 3)"
    assert_close(losses, [1e-8, 0.64e-8, 0.4096e-8], atol=1e-13, call=call)


@pytest.mark.exercise("train_attention")
def test_train_attention_trains_a_second_model_like_the_first(student: Any) -> None:
    """The same numbers go in, and both models learn."""
    models = [OneWeight(), OneWeight()]
    for model in models:
        student.train_attention(model, ONE, ONE, learning_rate=0.1, steps=3)
        assert_close(model.w, torch.tensor([0.488]), call="w after train_attention(model, x, target, 0.1, 3)")


@pytest.mark.exercise("train_attention")
def test_train_attention_trains_where_the_model_is(student: Any) -> None:
    """Model, input and target on a GPU; the losses are plain numbers there, too."""
    with gpu():
        model, x = nn.Linear(1, 1, bias=False).to("cuda"), torch.ones(1, 1, device="cuda")
        losses = student.train_attention(model, x, x, learning_rate=0.1, steps=2)
        assert len(losses) == 2
        assert model.weight.device.type == "cuda"
