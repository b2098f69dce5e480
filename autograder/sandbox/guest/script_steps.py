"""Executes a script: a short program of a check's, which uses the definitions of a submission step by step.

Each step gives one value, which later steps refer to by the number of the step. So objects of a submission stay in the
worker; only the values that a check wants are sent, and of an object its type and the step that first gave it.
"""

import itertools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Required, TypedDict

import torch
from torch import Tensor, nn

from .arguments import Builders, Earlier, build_argument, set_weights
from .observation import CallResult, ScriptObserver
from .wire import MAX_BODY, MAX_DEPTH

STEP = "step"  # the kind of an argument that is the value of an earlier step: {"$": "step", "index": 3}


class ScriptStep(TypedDict, total=False):
    """One step: what to do, and with what. Arguments may be values of earlier steps, also inside of containers."""

    do: Required[str]  # a key of `ACTIONS`
    args: Required[list[Any]]
    named: dict[str, Any]  # keyword arguments of a call
    name: str  # of a definition, an attribute or an operator


@dataclass(frozen=True)
class StepValue:
    """A value of no plain type, with the number of the first step that gave it."""

    value: Any
    step: int


class UndefinedNameError(Exception):
    """The submission has no definition of a name that a script uses."""


def _field(holder: Any, name: str) -> Any:
    """Return one of several outputs by its name: of a dict its item, of anything else its attribute."""
    return holder[name] if isinstance(holder, dict) else getattr(holder, public(name))


def _items(container: Any, at_most: int) -> list[Any]:
    """Return what iteration gives, but not more than `at_most` items."""
    return list(itertools.islice(container, at_most))


def _is_plain(argument: Any) -> bool:
    """Whether an argument has neither values of steps in it nor anything that must be built."""
    if type(argument) in (list, tuple):
        return all(map(_is_plain, argument))
    return type(argument) is not dict or ("$" not in argument and all(map(_is_plain, argument.values())))


# What may change, and is observed where a check passes it.
OBSERVED = (Tensor, list, tuple, dict)
# By their names in a script; nothing else is looked up.
OPERATORS: dict[str, Callable[..., Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul")},
    **{name: getattr(operator, name) for name in ("iadd", "isub", "imul", "itruediv", "ipow", "imatmul")},
    **{name: getattr(operator, name) for name in ("neg", "pos", "abs", "invert", "and_", "or_", "xor")},
    **{name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")},
    **{name: getattr(operator, name) for name in ("getitem", "setitem", "delitem", "contains", "is_")},
    **{kind.__name__: kind for kind in (bool, int, float, str)},
    "len": len,
    "repr": repr,
    "items": _items,
    "field": _field,
}


def _snapshot(value: Tensor) -> Tensor:
    """Return a copy of a tensor; one that is too large to be sent stays as it is, so that it takes up no memory."""
    if value.numel() * value.element_size() > MAX_BODY:
        return value
    return value.detach().clone().requires_grad_(value.requires_grad)


def public(name: str) -> str:
    """Return the name of an attribute that a script may use.

    Raises:
        ValueError: the name is private.
    """
    if name.startswith("_"):
        raise ValueError(f"a script uses no private names: {name}")
    return name


class ScriptRun:
    """Executes the steps of one script.

    Args:
        namespace: the definitions of the submission.
        builders: of the arguments that only the course knows how to build.
    """

    def __init__(self, namespace: dict[str, Any], builders: Builders) -> None:
        self._namespace = namespace
        self._builders = builders
        self._values: list[Any] = []
        self._firsts: dict[int, int] = {}  # the step that first gave an object, by its id; all objects are kept
        self._observer = ScriptObserver()

    def execute(self, step: ScriptStep) -> None:
        """Execute the next step.

        Raises:
            UndefinedNameError: the submission does not define a name.
        """
        args = [self._given(item) for item in step["args"]]
        value = ACTIONS[step["do"]](self, step, args)
        self._firsts.setdefault(id(value), len(self._values))
        self._values.append(value)

    def last_result(self) -> CallResult:
        """Return the value of the last step as it is now, and what the steps until now left as it was.

        In the value, a `StepValue` stands for each object that a step gave.
        """
        return self._observer.result(self._plain(self._values[-1], 0))

    def _plain(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind in (Tensor, nn.Parameter):
            return _snapshot(value)
        if depth <= MAX_DEPTH and kind in (list, tuple):
            return kind([self._plain(item, depth + 1) for item in value])
        if depth <= MAX_DEPTH and kind is dict:
            return {key: self._plain(item, depth + 1) for key, item in value.items()}
        step = None if kind in PLAIN_TYPES else self._firsts.get(id(value))
        return value if step is None else StepValue(value, step)

    def _given(self, argument: Any) -> Any:
        """Return an argument resolved; what consists of the check's own values is observed."""
        resolved = self._resolve(argument)
        if type(argument) in OBSERVED and _is_plain(argument):
            self._observer.given(resolved)
        return resolved

    def _resolve(self, argument: Any) -> Any:
        """Return an argument with the values of earlier steps in their places, built if it is a description."""
        if type(argument) in (list, tuple):
            return type(argument)([self._resolve(item) for item in argument])
        if type(argument) is not dict:
            return build_argument(argument, [], Earlier(), self._builders)
        if argument.get("$") == STEP:
            return self._values[argument["index"]]
        resolved = {key: self._resolve(item) for key, item in argument.items()}
        return build_argument(resolved, [], Earlier(), self._builders)

    def definition(self, step: ScriptStep, _: Sequence[Any]) -> Any:
        """Look up a definition of the submission."""
        if step["name"] not in self._namespace:
            raise UndefinedNameError(step["name"])
        return self._namespace[step["name"]]

    def call(self, step: ScriptStep, args: Sequence[Any]) -> Any:
        """Call the first argument with the others."""
        function, *rest = args
        return function(*rest, **{name: self._given(item) for name, item in step.get("named", {}).items()})

    def value(self, _: ScriptStep, args: Sequence[Any]) -> Any:
        """Return the argument, so that several steps can use the same object."""
        return args[0]

    def attribute(self, step: ScriptStep, args: Sequence[Any]) -> Any:
        """Read an attribute."""
        return getattr(args[0], public(step["name"]))

    def assign(self, step: ScriptStep, args: Sequence[Any]) -> None:
        """Set an attribute."""
        setattr(args[0], public(step["name"]), args[1])

    def operator(self, step: ScriptStep, args: Sequence[Any]) -> Any:
        """Apply an operator of the table."""
        return OPERATORS[step["name"]](*args)

    def weights(self, _: ScriptStep, args: Sequence[Any]) -> None:
        """Copy values into the parameters of a model."""
        set_weights(args[0], args[1])


Action = Callable[[ScriptRun, ScriptStep, Sequence[Any]], Any]
ACTIONS: dict[str, Action] = {
    action.__name__: action
    for action in (
        *(ScriptRun.definition, ScriptRun.call, ScriptRun.value, ScriptRun.attribute),
        *(ScriptRun.assign, ScriptRun.operator, ScriptRun.weights),
    )
}
# Values of these types are sent as what they are, however often they occur.
PLAIN_TYPES = frozenset({bool, int, float, str, bytes, type(None), torch.dtype, torch.Size})
