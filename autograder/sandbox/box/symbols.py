"""Keeps torch's symbolic shapes, and with them sympy, out of a process whose shapes are plain numbers.

Meta kernels ask about sizes through `torch.fx.experimental.symbolic_shapes`, which imports all of sympy: half a second
at the start, and 35 MB that a fork and the end of each worker have to walk through (a third of what they cost). For
plain numbers the answers are Python's own `and`, `or` and `==`. Stand-ins give these; whatever else is asked of them,
they load the real module and are it from then on.
"""

import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import torch
import torch.fx.experimental  # the package, which is small

SHAPES = "torch.fx.experimental.symbolic_shapes"
ASKED_OF_EVERY_MODULE = ("__file__", "__loader__", "__warningregistry__", "__wrapped__")  # by those who look around


class StandIn(ModuleType):
    """A module that knows a few names, and loads the real one for all others."""

    package = False  # whether it has modules of its own

    def __init__(self, name: str) -> None:
        super().__init__(name, f"Stands for {name} until that is needed.")

    def __getattr__(self, name: str) -> Any:
        """Of the real module, which takes this one's place."""
        if name in ASKED_OF_EVERY_MODULE or (name == "__path__" and not self.package):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(self.real(), name)

    def real(self) -> ModuleType:
        """Load what this stands for; who holds this one sees the same from then on."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = importlib.import_module(self.__name__)
        vars(self).update(vars(module))
        return module


class Symbols(StandIn):
    """Stands for sympy."""

    package = True

    class Basic:
        """Stands for the class of all symbols, of which there are none."""


def leave_symbols_alone() -> None:
    """Put the stand-ins in place, where the real modules are not loaded yet."""
    if SHAPES in sys.modules or "sympy" in sys.modules:
        return
    sys.modules["sympy"] = Symbols("sympy")
    shapes = StandIn(SHAPES)
    for name, answer in PLAIN.items():
        setattr(shapes, name, _unless_symbolic(shapes, name, answer))
    sys.modules[SHAPES] = torch.fx.experimental.symbolic_shapes = shapes


def _unless_symbolic(shapes: StandIn, name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    def asked(*args: Any) -> Any:
        if all(map(_is_plain, args)):
            return answer(*args)
        return getattr(shapes.real(), name)(*args)

    return asked


def _is_plain(value: Any) -> bool:
    if type(value) in (tuple, list, torch.Size):
        return all(map(_is_plain, value))
    return type(value) in (int, bool, torch.Tensor, torch.nn.Parameter)  # only subclasses have symbols for sizes


def _itself(value: Any) -> Any:
    return value


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


PLAIN: dict[str, Callable[..., Any]] = {
    "expect_true": _itself,
    "free_unbacked_symbols": lambda _: set(),
    "guard_or_false": _itself,
    "guard_or_true": _itself,
    "guard_size_oblivious": _itself,
    "guarding_hint_or_throw": _itself,
    "has_guarding_hint": lambda _: True,
    "is_nested_int": lambda _: False,
    "statically_known_true": _itself,
    "sym_and": lambda *truths: all(truths),
    "sym_eq": _equal,
    "sym_or": lambda *truths: any(truths),
}
