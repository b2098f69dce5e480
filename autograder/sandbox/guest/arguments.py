"""Builds the arguments of a request that are no plain values, and sets the weights of a model."""

import linecache
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn

from .wire import NumpyArray

HOLDERS = (NumpyArray, list, tuple, dict)  # an array, or what may have one in it
COURSE_ARGUMENTS = "guest.course_arguments"  # the module of the course's builders

Builder = Callable[[dict[str, Any]], Any]  # builds an argument from its description
Builders = Mapping[str, Builder]  # by the kinds in the descriptions: {"$": "polynomial", "coefficients": [1, 2]}


def load_builders(source: str) -> Builders:
    """Return `BUILDERS` of the course's module of arguments; none if there is no such module.

    Args:
        source: the module as text. It is trusted: it comes from the course, before any student code runs.
    """
    module = ModuleType(COURSE_ARGUMENTS)
    file = f"<{COURSE_ARGUMENTS}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    sys.modules[COURSE_ARGUMENTS] = module  # `pickle` looks for the classes of models there
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - trusted, see above
    builders: Builders = module.__dict__.get("BUILDERS", {})
    return builders


@dataclass(frozen=True)
class Earlier:
    """What later calls of a request can be given: the tensors of the previous call, the values of all calls."""

    tensors: list[Tensor] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)


def build_argument(argument: Any, before: list[Any], earlier: Earlier, builders: Builders) -> Any:
    """Return an argument, built if it is a description: a dict with a kind under the key "$".

    Args:
        argument: the argument or its description.
        before: the arguments to its left; it can be the same object as one of them.
        earlier: of the calls before; it can be the same object as a tensor or a value of theirs.
        builders: of the kinds that only the course knows.
    """
    if type(argument) is not dict or "$" not in argument:
        return _with_arrays(argument)
    kind = argument["$"]
    if kind == "device":
        return torch.device(argument["name"])
    if kind == "same":
        return before[argument["index"]]
    if kind == "again":
        return earlier.tensors[argument["index"]]
    if kind == "returned":
        value = earlier.values[argument["call"]][argument["index"]]
        return _relaid(value) if argument.get("relaid") else value
    return builders[kind](argument)


def _with_arrays(argument: Any) -> Any:
    """Return an argument with numpy's arrays in the places of those that came as tensors."""
    kind = type(argument)
    if kind is NumpyArray:
        return argument.values.numpy()
    if kind in (list, tuple) and any(type(item) in HOLDERS for item in argument):
        return kind(map(_with_arrays, argument))
    if kind is dict and any(type(item) in HOLDERS for item in argument.values()):
        return {name: _with_arrays(item) for name, item in argument.items()}
    return argument


def _relaid(value: Any) -> Any:
    """Return copies of the tensors in a tuple or list, stored as their transposes."""
    if isinstance(value, tuple | list):
        return tuple(map(_relaid, value))
    return value.detach().mT.contiguous().mT if isinstance(value, Tensor) and value.dim() > 1 else value


def set_weights(model: nn.Module, weights: dict[str, Tensor]) -> None:
    """Copy these values into the parameters."""
    parameters = parameters_by_every_name(model)
    with torch.no_grad():
        for name, value in weights.items():
            parameter = parameters.get(name)
            if parameter is None or parameter.shape != value.shape:
                raise WeightMismatchError(name, value, parameter)
            parameter.copy_(value)


def parameters_by_every_name(model: nn.Module) -> dict[str, Tensor]:
    """All parameters; one with several names is listed under each of them."""
    return dict(model.named_parameters(remove_duplicate=False))


class WeightMismatchError(Exception):
    """The model has no parameter of this name and shape, so its weights cannot be set."""

    def __init__(self, name: str, value: Tensor, parameter: Tensor | None) -> None:
        super().__init__(name)
        self.name = name
        self.wanted = list(value.shape)
        self.found = None if parameter is None else list(parameter.shape)
