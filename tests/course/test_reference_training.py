"""The reference for gradient descent against closed forms and against torch's own optimiser."""

import math
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from autograder.checking.samples import sample
from autograder.checking.student import model
from solutions.shared.arguments import build_model
from solutions.shared.reference import training as oracle
from tests.helpers.references import CLOSE

SHAPES = {
    "attention": {"W_query": (4, 5), "W_key": (4, 5), "W_value": (4, 3)},
    "affine": {"W": (4, 3), "b": (3,)},
    "layers": {"first.W": (4, 5), "first.b": (5,), "second.W": (5, 3), "second.b": (3,)},
}


def weights_of(kind: str) -> dict[str, Tensor]:
    shapes = SHAPES["layers" if kind == "moded" else kind]
    return {name: sample(*shape, seed=1 + place).double() for place, (name, shape) in enumerate(shapes.items())}


def task() -> tuple[Tensor, Tensor]:
    return sample(2, 7, 4, seed=11).double(), sample(2, 7, 3, seed=12).double()


def trained_by_torch(module: nn.Module, learning_rate: float, steps: int) -> tuple[list[float], dict[str, Tensor]]:
    x, target = task()
    optimiser = torch.optim.SGD([p for p in module.parameters() if p.requires_grad], lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(module(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses, {name: p.detach() for name, p in module.named_parameters()}


def assert_same(own: tuple[list[float], dict[str, Tensor]], theirs: tuple[list[float], dict[str, Tensor]]) -> None:
    assert own[0] == pytest.approx(theirs[0], rel=1e-12)
    assert set(own[1]) == set(theirs[1])
    for name, value in own[1].items():
        torch.testing.assert_close(value, theirs[1][name], **CLOSE)


@pytest.mark.parametrize("kind", ["attention", "affine", "layers"])
def test_training_is_stochastic_gradient_descent_of_torch_on_the_same_model(kind: str) -> None:
    own = oracle.train(getattr(oracle, kind), weights_of(kind), *task(), learning_rate=0.2, steps=5)
    assert_same(own, trained_by_torch(build_model(model(kind, weights_of(kind))), 0.2, 5))


def test_fixed_weights_stay_and_others_move_as_without_them() -> None:
    own = oracle.train(oracle.attention, weights_of("attention"), *task(), learning_rate=0.2, steps=3, fixed=["W_key"])
    frozen = build_model(model("attention", weights_of("attention"), frozen=["W_key"]))
    assert_same(own, trained_by_torch(frozen, 0.2, 3))
    assert torch.equal(own[1]["W_key"], weights_of("attention")["W_key"])


@pytest.mark.parametrize(
    ("options", "factors"),
    [({}, (2.0, 2.0)), ({"training": False}, (1.0, 1.0)), ({"evaluating": ["first"]}, (1.0, 2.0))],
)
def test_moded_layers_show_the_mode_of_each_part(options: dict[str, Any], factors: tuple[float, float]) -> None:
    built = build_model(model("moded", weights_of("moded"), **options))
    x, _ = task()
    torch.testing.assert_close(built(x), oracle.layers(x, weights_of("moded"), *factors), **CLOSE)


def test_stale_gradients_stand_wherever_they_are_not_excepted() -> None:
    built = build_model(model("affine", weights_of("affine"), stale=5.0, frozen=["b"], unused=["W"]))
    assert built.get_parameter("W").grad is None
    assert torch.equal(built.get_parameter("b").grad, torch.full((3,), 5.0, dtype=torch.float64))
    assert not built.get_parameter("b").requires_grad


def test_no_steps_change_nothing() -> None:
    losses, after = oracle.train(oracle.affine, weights_of("affine"), *task(), learning_rate=0.2, steps=0)
    assert losses == []
    assert all(torch.equal(value, weights_of("affine")[name]) for name, value in after.items())


def test_mean_squared_error_is_torchs() -> None:
    predicted, target = sample(2, 3, 4, seed=1).double(), sample(2, 3, 4, seed=2)
    theirs = nn.functional.mse_loss(predicted, target.double())
    torch.testing.assert_close(oracle.mean_squared_error(predicted, target), theirs, **CLOSE)


def test_points_on_a_parabola_are_a_geometric_series() -> None:
    assert oracle.visited(lambda x: 2 * x, 3.0, 0.25, 4) == [3.0 * 0.5**step for step in range(5)]


def test_points_follow_any_slope() -> None:
    assert oracle.visited(math.exp, 1.0, 0.5, 1) == [1.0, 1.0 - 0.5 * math.e]
    assert oracle.visited(math.exp, 1.0, 0.5, 0) == [1.0]
