"""Compares the gradients of a result with what small steps of its inputs do to it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

import torch
from torch import Tensor, nn

from .compare import Difference, MismatchError, Tolerance, find_differences
from .show import Said

KIND = "wrong gradient"
STEP = 1e-2
TOLERANCE = Tolerance(absolute=2e-3, relative=2e-2)  # of slopes over two such steps, in float32


def assert_differentiable(
    function: Callable[..., Tensor], *inputs: Tensor, call: str, module: nn.Module | None = None
) -> None:
    """Compare the gradient of every input, and of every parameter of a module, with slopes.

    A slope is the change of the result between a small step back and one forward. The result is added up with a
    factor of its own for each number, or else the gradients of shares, which sum to 1, would all be 0.

    Args:
        function: a function, or a module; without dropout.
        inputs: what it is called with; of those that are no floats the gradient is not asked.
        call: the call as a student reads it.
        module: the module that the function calls, if it is none itself.

    Raises:
        MismatchError: a gradient is missing or differs, or the result is no tensor or has numbers that are not finite.
    """
    __tracebackhide__ = True
    arguments = [value.clone().requires_grad_(value.is_floating_point()) for value in inputs]
    places = {name: value for name, value in zip(_names(inputs), arguments, strict=True) if value.requires_grad}
    if not isinstance(first := function(*arguments), Tensor):
        raise MismatchError(Difference("wrong type", "", first, Said("a tensor"), call=call))
    if learned := function if isinstance(function, nn.Module) else module:
        places |= dict(learned.named_parameters())
    expected = {name: _slopes(lambda: _total(function(*arguments), call), place) for name, place in places.items()}
    result = function(*arguments)
    if result.requires_grad:
        torch.autograd.backward(_total(result, call))
    for name, place in places.items():
        got = torch.zeros_like(place) if place.grad is None else place.grad
        for difference in find_differences(got, expected[name], TOLERANCE):
            missing = place.grad is None
            raise MismatchError(_of_gradient(difference, f"the gradient of {name} in {call}", missing=missing))


def _names(inputs: Sequence[Tensor]) -> list[str]:
    return ["the input"] if len(inputs) == 1 else [f"input {number}" for number in range(1, len(inputs) + 1)]


def _of_gradient(difference: Difference, call: str, *, missing: bool) -> Difference:
    where = "no gradient arrives there" if missing else difference.where
    return replace(difference, kind=KIND, call=call, where=where)


def _total(result: Tensor, call: str) -> Tensor:
    """Add up a result; one that is not finite has no slopes to compare a gradient with."""
    if not bool(result.isfinite().all()):
        raise MismatchError(Difference("not finite", "", result, Said("finite numbers"), call=call))
    factors = torch.linspace(1, 2, result.numel()).reshape(result.shape)
    return (result * factors).sum()


def _slopes(total: Callable[[], Tensor], place: Tensor) -> Tensor:
    """Return the slope of the total along every number of `place`."""
    numbers = place.detach()  # the same numbers in the same memory
    slopes = [_slope(total, numbers, index) for index in product(*map(range, place.shape))]
    return torch.tensor(slopes).reshape(place.shape)


def _slope(total: Callable[[], Tensor], numbers: Tensor, index: tuple[int, ...]) -> float:
    before = numbers[index].item()
    ends = []
    for step in (STEP, -STEP):
        numbers[index] = before + step
        ends.append(total().item())
    numbers[index] = before
    return (ends[0] - ends[1]) / (2 * STEP)
