"""Carrying out one recipe: build, put in weights, call, go backward, and report plain values.

A recipe is complete in itself: it constructs what it needs, so that no state of one answer is needed for the next.
Everything in a report is a claim of the worker's; the grader judges it.
"""

import copy
import random
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import torch
from torch import (  # by their names: a program may put its own into torch
    Tensor,
    equal,
    get_default_device,
    get_default_dtype,
    get_rng_state,
    is_grad_enabled,
    nn,
    set_default_device,
    set_default_dtype,
    set_grad_enabled,
)

from .arguments import resolve
from .encoding import Encoder
from .failures import describe_failure
from .language import SETTINGS, NumpyArray
from .printed import captured
from .watching import changes_in, state_of

SEED = 5_417_003  # a seed that nobody writes into a program: who seeds is seen to have seeded


def perform(
    namespace: dict[str, Any], recipe: dict[str, Any], sources: dict[str, bytes], printed_limit: int
) -> dict[str, Any]:
    """Carry out `recipe` on the definitions in `namespace` and return the report."""
    report: dict[str, Any] = {"calls": []}
    before = _defaults()
    with captured(printed_limit) as stream:
        try:
            seed_all(recipe.get("seed", SEED))
            _carry_out(namespace, recipe, report)
        except MisfitError as error:  # nobody's program raised it
            report["misfit"] = {"name": error.name, "wanted": error.wanted, "found": error.found}
        except BaseException as error:  # noqa: BLE001 - SystemExit and worse must not end the worker
            report["raised"] = describe_failure(error, sources)
    _restore(before)
    report["printed"] = stream.text()
    return report


def _defaults() -> tuple[torch.dtype, str, bool]:
    return get_default_dtype(), str(get_default_device()), is_grad_enabled()


def _restore(before: tuple[torch.dtype, str, bool]) -> None:
    """Set torch's defaults back, so that what one recipe changed decides nothing about the next one."""
    dtype, device, recording = before
    set_default_dtype(dtype)
    set_grad_enabled(recording)
    if str(get_default_device()) != device:
        set_default_device(None if device == "cpu" else device)


def seed_all(number: int) -> None:
    """Seed every generator that an exercise may draw from."""
    torch.default_generator.manual_seed(number)  # torch.manual_seed takes a traceback, for GPUs that are not there
    random.seed(number)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(number)


def _carry_out(namespace: dict[str, Any], recipe: dict[str, Any], report: dict[str, Any]) -> None:
    report["defined"] = recipe["target"] in namespace
    if not report["defined"]:
        return
    target: Any = namespace[recipe["target"]]
    if recipe.get("init") is not None:
        target = _build(target, recipe, report)
    last: tuple[Any, list[Any]] = (None, [])
    before = state_of(target) if recipe.get("watch") else {}
    for call in recipe["calls"]:
        if "weights" in call:
            _set_weights(target, call["weights"])
        last = _call(target, call, report, last[1])
    if recipe.get("watch"):
        report["after"] = changes_in(target, before)
    if recipe.get("cotangents") is not None:
        report["grads"] = _backward(last, recipe["cotangents"], target)


def _build(kind: Callable[..., Any], recipe: dict[str, Any], report: dict[str, Any]) -> Any:
    model = kind(*recipe["init"], **recipe.get("init_named", {}))
    if isinstance(model, nn.Module):
        report["parameters"] = [[name, list(p.shape), p.dtype, p.requires_grad] for name, p in model.named_parameters()]
        report["state"] = list(model.state_dict())
        _prepare(model, recipe)
        if recipe.get("read"):
            report["weights"] = {name: p.detach() for name, p in _by_every_name(model).items()}
    report["module"] = isinstance(model, nn.Module)
    return model


def _prepare(model: nn.Module, recipe: dict[str, Any]) -> None:
    if recipe.get("dtype") is not None or recipe.get("device") is not None:
        model.to(device=recipe.get("device"), dtype=recipe.get("dtype"))
    _set_weights(model, recipe.get("weights") or {})
    if recipe.get("training") is not None:
        model.train(recipe["training"])


def _set_weights(model: nn.Module, weights: dict[str, Tensor]) -> None:
    """Copy these values into the parameters."""
    parameters = _by_every_name(model)
    with torch.no_grad():
        for name, value in weights.items():
            parameter = parameters.get(name)
            if parameter is None or parameter.shape != value.shape:
                raise MisfitError(name, value, parameter)
            parameter.copy_(value)


def _by_every_name(model: nn.Module) -> dict[str, Tensor]:
    """All parameters; one that has several names is there under each of them."""
    return dict(model.named_parameters(remove_duplicate=False))


class MisfitError(Exception):
    """The model has no parameter of this name and shape, so its weights cannot be set."""

    def __init__(self, name: str, value: Tensor, parameter: Tensor | None) -> None:
        super().__init__(name)
        self.name = name
        self.wanted = list(value.shape)
        self.found = None if parameter is None else list(parameter.shape)


def _call(target: Any, call: dict[str, Any], report: dict[str, Any], earlier: list[Any]) -> tuple[Any, list[Any]]:
    """One call, and the tensors that it got; `earlier` are those of the call before."""
    given, named = _arguments(call, earlier)
    if "seed" in call:
        seed_all(call["seed"])
    leaves = [item for item in (*given, *named.values()) if isinstance(item, Tensor)]
    copies = {id(item): _own_copy(item) for item in leaves}
    before = [item.detach().clone() for item in leaves]
    plain = [item for item in leaves if not item.requires_grad]
    collections = [item for item in (*given, *named.values()) if type(item) in (list, dict)]
    collected = [copy.deepcopy(item) for item in collections]
    state, settings = get_rng_state(), _settings(target)
    function = getattr(target, call["method"]) if call.get("method") else target
    value = function(
        *(copies.get(id(item), item) for item in given),
        **{name: copies.get(id(item), item) for name, item in named.items()},
    )
    report["calls"].append(
        {
            "value": value,
            "untouched": all(map(_equal, before, [copies[id(item)] for item in leaves]))
            and all(map(_same_collection, collected, collections)),
            "rng_untouched": equal(state, get_rng_state()),
            "unmarked": not any(item.requires_grad or item.grad is not None for item in plain),
            "changed": [name for name, value in _settings(target).items() if value != settings[name]],
        }
    )
    models = [_trained(item) for item in (*given, *named.values()) if isinstance(item, nn.Module)]
    if models:
        report["calls"][-1]["models"] = models
    return value, leaves


def _arguments(call: dict[str, Any], earlier: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    given: list[Any] = []
    for argument in call["args"]:
        given.append(resolve(argument, given, earlier))
    return given, {name: resolve(value, given, earlier) for name, value in call.get("named", {}).items()}


def _own_copy(item: Tensor) -> Tensor:
    """A leaf that asks for gradients refuses to be changed in place; a copy lets it happen, to be judged as that."""
    return item.clone() if item.requires_grad else item


def _equal(before: Tensor, after: Tensor) -> bool:
    if before.shape != after.shape or before.dtype != after.dtype:
        return False
    if before.device.type == "meta" or equal(before, after):
        return True
    return equal(before.nan_to_num(7e7), after.detach().nan_to_num(7e7))  # NaN is not equal to itself


def _same_collection(before: Any, after: Any) -> bool:
    """Whether a list or dict has the items that it had, in their order; the items are compared like arguments."""
    if isinstance(before, Tensor) or isinstance(after, Tensor):
        return isinstance(before, Tensor) and isinstance(after, Tensor) and _equal(before.detach(), after)
    if type(before) is not type(after):
        return False
    if isinstance(before, dict):
        return list(before) == list(after) and all(_same_collection(value, after[key]) for key, value in before.items())
    if isinstance(before, list | tuple):
        return len(before) == len(after) and all(map(_same_collection, before, after))
    return bool(before == after)


def _settings(target: Any) -> dict[str, Any]:
    """What a call leaves as it was, by the names that a message has for it."""
    modes = [module.training for module in target.modules()] if isinstance(target, nn.Module) else []
    return dict(zip(SETTINGS, (modes, *_defaults()), strict=True))


def _trained(model: nn.Module) -> dict[str, Any]:
    weights = {name: parameter.detach().clone() for name, parameter in model.named_parameters()}
    frozen = [name for name, parameter in model.named_parameters() if not parameter.requires_grad]
    state = list(model.state_dict())
    return {"weights": weights, "training": model.training, "frozen": frozen, "state": state}


def _backward(last: tuple[Any, list[Any]], cotangents: list[Any], target: Any) -> dict[str, Any]:
    """Gradients of Σ cotangent · output, for inputs that ask for them and for all parameters."""
    value, inputs = last
    outputs = [item for item in (value if isinstance(value, tuple | list) else [value]) if isinstance(item, Tensor)]
    pairs = [
        (output, cotangent) for output, cotangent in zip(outputs, cotangents, strict=False) if cotangent is not None
    ]
    if not any(output.requires_grad for output, _ in pairs):
        return {"connected": False, "inputs": [], "parameters": {}}
    parameters = _by_every_name(target) if isinstance(target, nn.Module) else {}
    torch.autograd.backward(torch.stack([(output * cotangent).sum() for output, cotangent in pairs]).sum())
    grads = {name: parameter.grad for name, parameter in parameters.items()}
    return {"connected": True, "inputs": [item.grad for item in inputs if item.requires_grad], "parameters": grads}


def describe(value: Any, encoder: Encoder) -> Any:
    """Nodes for types that are not of the language but mean a plain value: numpy's, fractions, tuples with names."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return (
            encoder.node(value.item(), 1) if type(value.item()) in (bool, int, float) else {"foreign": "numpy scalar"}
        )
    if numpy is not None and type(value) is numpy.ndarray and value.dtype.kind in "biuf":
        plain = NumpyArray(torch.from_numpy(numpy.ascontiguousarray(value).copy())) if value.ndim else value.item()
        return encoder.node(plain, 1)
    if type(value) in (Fraction, Decimal):
        return encoder.node(_plain_number(value), 1)
    if issubclass(type(value), tuple):  # a namedtuple, or what torch.aminmax returns
        return encoder.node(tuple(tuple.__iter__(value)), 1)
    if isinstance(value, dict) and type(value).__module__ == "collections":
        return encoder.node(dict(value), 1)
    return {"foreign": str(type(value).__name__)[:100]}


def _plain_number(value: Fraction | Decimal) -> float:
    """An int where the value is whole and not too long to write down, a float elsewhere."""
    number = float(value)
    return int(value) if abs(number) < 1e100 and value == int(value) else number
