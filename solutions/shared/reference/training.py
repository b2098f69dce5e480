"""Gradient descent, one update after the other, in float64 (Goodfellow, Bengio, Courville 2016, section 4.3)."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

import torch
from torch import Tensor

from autograder.checking.reference_cache import remembered
from solutions.shared.reference.attention import project, self_attention

Weights = Mapping[str, Tensor]
Forward = Callable[[Tensor, Weights], Tensor]


@remembered
def visited(df: Callable[[float], float], x0: float, learning_rate: float, steps: int) -> list[float]:
    """x_0 … x_steps with x_(n+1) = x_n - η f′(x_n)."""
    if steps == 0:
        return [float(x0)]
    before = visited(df, x0, learning_rate, steps - 1)
    return [*before, before[-1] - learning_rate * df(before[-1])]


def mean_squared_error(predicted: Tensor, target: Tensor) -> Tensor:
    """The average of (predicted - target)² over all entries; both have the same shape."""
    errors = predicted.reshape(-1) - target.to(torch.float64).reshape(-1)
    return torch.stack([error * error for error in errors]).sum() / len(errors)


@remembered
def train(
    forward: Forward,
    weights: Weights,
    x: Tensor,
    target: Tensor,
    *,
    learning_rate: float,
    steps: int,
    fixed: Collection[str] = (),
) -> tuple[list[float], dict[str, Tensor]]:
    """The loss before each update, and the weights after the last; `fixed` ones stay what they are."""
    losses: list[float] = []
    current = {name: value.detach().to(torch.float64) for name, value in weights.items()}
    for _ in range(steps):
        leaves = {name: value.clone().requires_grad_() for name, value in current.items()}
        loss = mean_squared_error(forward(x, leaves), target)
        moving = [name for name in leaves if name not in fixed]
        slopes = torch.autograd.grad(loss, [leaves[name] for name in moving])
        losses.append(loss.item())
        current |= {name: current[name] - learning_rate * slope for name, slope in zip(moving, slopes, strict=True)}
    return losses, current


def attention(x: Tensor, weights: Weights) -> Tensor:
    """One head: W_query, W_key, W_value."""
    return self_attention(x, weights["W_query"], weights["W_key"], weights["W_value"])[0]


def affine(x: Tensor, weights: Weights) -> Tensor:
    """X W + b; a vector W gives a number."""
    W, b = weights["W"], weights["b"]
    return (x * W).sum(-1) + b if W.dim() == 1 else project(x, W, b)


def layers(x: Tensor, weights: Weights, first: float = 1.0, second: float = 1.0) -> Tensor:
    """Two affine maps with tanh between them, the result of each multiplied by a factor."""
    hidden = torch.tanh(first * project(x, weights["first.W"], weights["first.b"]))
    return second * project(hidden, weights["second.W"], weights["second.b"])


def shifted(x: Tensor, weights: Weights) -> Tensor:
    """The same and a shift; where no second matrix is given, the first one serves twice."""
    return layers(x, {"second.W": weights["first.W"]} | dict(weights)) + weights["shift"]


@remembered
def stable_bound(curvature: float) -> float:
    """The learning rate at which a step stops to bring x closer to 0, found by bisection."""
    steepness = Fraction(curvature)
    works, fails = Fraction(0), Fraction(1)
    while abs(_step(Fraction(1), steepness, fails)) < 1:
        fails *= 2
    for _ in range(60):
        middle = (works + fails) / 2
        closer = abs(_step(Fraction(1), steepness, middle)) < 1
        works, fails = (middle, fails) if closer else (works, middle)
    return float(works)


def shrinkage(curvature: float, learning_rate: float) -> float:
    """How far from 0 one step leads that starts at 1."""
    return float(abs(_step(Fraction(1), Fraction(curvature), Fraction(learning_rate))))


@remembered
def steps_until(x0: float, curvature: float, learning_rate: float, tolerance: float) -> int:
    """The number of steps that are taken before |x| ≤ tolerance. The path must lead there."""
    x, steps = x0, 0
    while not abs(x) <= tolerance:
        x -= learning_rate * (curvature * x)
        steps += 1
    return steps


def _step(x: Fraction, curvature: Fraction, learning_rate: Fraction) -> Fraction:
    return x - learning_rate * (curvature * x)
