"""Gradients against slopes: what passes, and what is said of a gradient that is missing or wrong."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn, tensor

from assignments._support.compare import MismatchError
from assignments._support.gradients import assert_differentiable

X = tensor([[0.3, -1.2, 2.0], [1.0, 0.5, -0.7]])


def without_graph(z: Tensor) -> Tensor:
    with torch.no_grad():
        return torch.softmax(z, dim=-1)


def detached_sum(z: Tensor) -> Tensor:
    return z.exp() / z.exp().sum(dim=-1, keepdim=True).detach()


def rounded(z: Tensor) -> Tensor:
    return torch.softmax(z, dim=-1).round(decimals=3)


class Turned(nn.Module):
    """A layer whose matrix is stored the other way round."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.rand(2, 3).T)

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight


class FrozenBias(nn.Module):
    """A layer whose bias nobody learns."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.layer.weight.T + self.layer.bias.detach()


@pytest.mark.parametrize(
    ("function", "inputs"),
    [
        (lambda z: torch.softmax(z, dim=-1), (X,)),
        (torch.matmul, (X, X.T)),
        (nn.Linear(3, 2), (X,)),
        (Turned(), (X,)),
        (nn.Embedding(4, 2), (tensor([2, 0, 2]),)),
    ],
)
def test_what_torch_differentiates_passes(function: Callable[..., Tensor], inputs: tuple[Tensor, ...]) -> None:
    assert_differentiable(function, *inputs, call="f(x)")


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (without_graph, "no gradient arrives there"),
        (rounded, "first at [0, 0]: 0 instead of"),
        (detached_sum, "first at [0, 0]: "),
    ],
)
def test_a_gradient_that_is_missing_or_wrong_is_shown(function: Callable[[Tensor], Tensor], sentence: str) -> None:
    with pytest.raises(MismatchError) as raised:
        assert_differentiable(function, X, call="softmax(z)")
    said = str(raised.value)
    assert said.startswith("wrong gradient\ncalled      the gradient of the input in softmax(z)\n")
    assert sentence in said


def test_the_input_or_parameter_is_named() -> None:
    with pytest.raises(MismatchError, match="the gradient of input 2 in f"):
        assert_differentiable(lambda x, y: x * y.detach(), X, X.cos(), call="f(x, y)")
    module = FrozenBias()
    with pytest.raises(MismatchError, match=r"the gradient of layer\.bias in f"):
        assert_differentiable(lambda x: module(x) + 0, X, call="f(x)", module=module)


def test_inputs_and_parameters_stay_as_they_are() -> None:
    layer, before = nn.Linear(3, 2), X.clone()
    weight = layer.weight.detach().clone()
    assert_differentiable(layer, X, call="layer(x)")
    assert torch.equal(X, before)
    assert torch.equal(layer.weight, weight)
    assert not X.requires_grad


def test_a_result_that_is_not_finite_has_no_gradient_to_compare() -> None:
    with pytest.raises(MismatchError) as raised:
        assert_differentiable(lambda x: (x - x) / (x - x), torch.ones(2), call="f(x)")
    assert raised.value.difference.kind == "not finite"
    assert "nan" not in str(raised.value).partition("expected")[2]
