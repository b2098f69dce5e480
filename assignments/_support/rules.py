"""Asks of one call what holds in every exercise: the page *What is checked*."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

import torch
from torch import Tensor, nn
from torch.func import functional_call

from .compare import Difference, MismatchError, assert_close
from .show import Said
from .stand_in import gpu

Function = Callable[..., Any]


def assert_rules(function: Function, /, *, call: str, times: float = 1, **inputs: Any) -> None:
    """Require that arguments have their names, and that the result depends on nothing but their numbers.

    It follows their dtype and device, is the same for other strides and without gradients, and the call changes neither
    them nor the random numbers.

    Args:
        function: a function, or a module, whose weights are converted too; without dropout.
        call: the call as a student reads it.
        times: the result is still finite where the numbers are so many times as large.
        inputs: the arguments, by their names in the text.

    Raises:
        MismatchError: a rule does not hold.
    """
    __tracebackhide__ = True
    result = _undisturbed(function, inputs, call)
    with torch.no_grad():
        assert_close(function(**inputs), result, call=f"{call} under torch.no_grad()")
    assert_close(function(**_converted(inputs, _scattered)), result, call=f"{call} of tensors that are not contiguous")
    assert_close(_on(function, inputs, dtype=torch.float64), result, call=f"{call} in float64")
    larger = function(**_converted(inputs, lambda value: value * times if times > 1 else value))
    for value in _tensors(larger):
        if not bool(value.isfinite().all()):
            _differs(
                "not finite", "", value, Said("finite numbers"), f"{call} with numbers {times:,.0f} times as large"
            )
    for dtype in (torch.float64, torch.bfloat16):
        for value in _tensors(_on(function, inputs, dtype=dtype)):
            if value.is_floating_point() and value.dtype is not dtype:
                name, own = (str(item).removeprefix("torch.") for item in (dtype, value.dtype))
                _differs("wrong dtype", f"{own} instead of {name}", value, value.to(dtype), f"{call} in {name}")
    with gpu():
        for value in _tensors(_on(function, inputs, dtype=torch.float32, device="cuda")):
            if value.device.type != "cuda":
                where = f"on the device {value.device.type} instead of cuda"
                _differs("wrong device", where, value, Said("a tensor there"), f"{call} on a GPU")


def _undisturbed(function: Function, inputs: Mapping[str, Any], call: str) -> Any:
    """Return the result of a call that has changed neither its inputs nor the random numbers."""
    __tracebackhide__ = True
    torch.rand(1)  # a test begins where a generator that is seeded with 0 begins
    before, states = _converted(inputs, Tensor.clone), _random_states()
    result = function(**inputs)
    if _random_states() != states:
        drawn = Said("a random number is drawn, or a generator seeded")
        _differs("wrong values", "", drawn, Said("nothing random"), call)
    for name, value in before.items():
        if isinstance(value, Tensor):
            assert_close(inputs[name], value, call=f"{name} after {call}")
    return result


def _differs(kind: str, where: str, got: Any, expected: Any, call: str) -> NoReturn:
    __tracebackhide__ = True
    raise MismatchError(Difference(kind, where, got, expected, call=call))


def _on(function: Function, inputs: Mapping[str, Any], **kind: Any) -> Any:
    """Return the result of a call in another dtype or on another device; a module stays as it is."""

    def there(value: Tensor) -> Tensor:
        return value.to(**kind) if value.is_floating_point() else value.to(kind.get("device"))

    converted = _converted(inputs, there)
    if not isinstance(function, nn.Module):
        return function(**converted)
    weights = {**dict(function.named_parameters()), **dict(function.named_buffers())}
    return functional_call(function, _converted(weights, there), (), converted)


def _converted(inputs: Mapping[str, Any], convert: Callable[[Tensor], Tensor]) -> dict[str, Any]:
    return {name: convert(value) if isinstance(value, Tensor) else value for name, value in inputs.items()}


def _scattered(value: Tensor) -> Tensor:
    """Return the same numbers in memory that is turned, with gaps in it."""
    turned = value.mT if value.dim() > 1 else value
    with_gaps = torch.stack([turned, turned], dim=-1)[..., 0]
    return with_gaps.mT if value.dim() > 1 else with_gaps


def _random_states() -> tuple[object, ...]:
    return tuple(torch.get_rng_state().tolist()), random.getstate()


def _tensors(result: Any) -> Iterator[Tensor]:
    if isinstance(result, Tensor):
        yield result
    elif isinstance(result, list | tuple):
        for part in result:
            yield from _tensors(part)
