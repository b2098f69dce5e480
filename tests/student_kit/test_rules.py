"""The rules for all exercises, asked of one call: who keeps them passes, and each that is broken is named."""

import random
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from assignments._support.compare import MismatchError
from assignments._support.rules import assert_rules

X = torch.linspace(-1, 2, 6).reshape(2, 3)


class Scaled(nn.Module):
    """A layer with a weight."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def forward(self, x: Tensor) -> Tensor:
        return x * self.weight


class OnTheCpu(Scaled):
    """The same, with a number that stays where it was made."""

    def forward(self, x: Tensor) -> Tensor:
        return x * self.weight + torch.ones(3).to(x.dtype)


def doubled(x: Tensor) -> Tensor:
    return 2 * x


def other_name(z: Tensor) -> Tensor:
    return 2 * z


def changed(x: Tensor) -> Tensor:
    return x.mul_(2)


def drawn(x: Tensor) -> Tensor:
    random.random()
    return 2 * x


def seeded(x: Tensor) -> Tensor:
    torch.manual_seed(3)
    return 2 * x


def recorded(x: Tensor) -> Tensor:
    return 2 * x if torch.is_grad_enabled() else x


def viewed(x: Tensor) -> Tensor:
    return 2 * x.view(-1).view(x.shape)


def narrowed(x: Tensor) -> Tensor:
    return (2 * x).float()


def naive(x: Tensor) -> Tensor:
    return x.exp() / x.exp().sum(dim=-1, keepdim=True)


def on_the_cpu(x: Tensor) -> Tensor:
    return torch.tensor((2 * x).tolist(), dtype=x.dtype)


@pytest.mark.parametrize("function", [doubled, Scaled(), torch.nn.functional.gelu])
def test_what_keeps_the_rules_passes(function: Callable[..., Tensor]) -> None:
    name = "input" if function is torch.nn.functional.gelu else "x"
    assert_rules(function, call="f(x)", **{name: X})


@pytest.mark.parametrize(
    ("function", "kind", "called"),
    [
        (changed, "wrong values", "x after f(x)"),
        (drawn, "wrong values", "f(x)"),
        (seeded, "wrong values", "f(x)"),
        (recorded, "wrong values", "f(x) under torch.no_grad()"),
        (naive, "not finite", "f(x) with numbers 10,000 times as large"),
        (narrowed, "wrong dtype", "f(x) in float64"),
        (on_the_cpu, "wrong device", "f(x) on a GPU"),
    ],
)
def test_a_rule_that_is_broken_is_named(function: Callable[..., Tensor], kind: str, called: str) -> None:
    torch.manual_seed(3)
    with pytest.raises(MismatchError) as caught:
        assert_rules(function, call="f(x)", times=1e4, x=X.clone())
    assert (caught.value.difference.kind, caught.value.difference.called) == (kind, called)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (other_name, "unexpected keyword argument 'x'"),
        (viewed, "view size is not compatible"),
        (OnTheCpu(), "two devices"),
    ],
)
def test_what_torch_refuses_is_an_error_of_the_students_line(function: Callable[..., Tensor], said: str) -> None:
    with pytest.raises((TypeError, RuntimeError), match=said):
        assert_rules(function, call="f(x)", x=X.clone())
