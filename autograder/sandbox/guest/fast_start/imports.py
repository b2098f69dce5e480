"""Keeps torch's compiler and sympy out of a process that compiles nothing and whose shapes are plain numbers.

Some functions of torch (meta kernels, optimisers) are wrapped so that the compiler ignores them. On its first call such
a wrapper imports the whole compiler, more than 800 modules and over a second, only to get a wrapper that does nothing
here. A wrapper looks for its answer on the function first (`torch/_compile.py`), so the answer is put there: the
function itself. If a version of torch does this differently, nothing is found and only the time changes.

Meta kernels also call `torch._check` with plain truth values, which imports sympy before it looks at them, and ask
about sizes through `torch.fx.experimental.symbolic_shapes`, which does the same: half a second at the start, and 35 MB
that a fork and the end of each worker have to walk through (a third of their cost). For plain numbers the answers are
Python's own `and`, `or` and `==`. Stubs give these; for everything else they load the real module and are it from then
on.
"""

import functools
import gc
import importlib
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import torch
import torch._compile
import torch.fx.experimental  # the package, which is small

from . import enabled

SHAPES = "torch.fx.experimental.symbolic_shapes"
PROBED_ATTRIBUTES = (
    "__file__",
    "__loader__",
    "__warningregistry__",
    "__wrapped__",
)  # looked up on every module by pytest, warnings, inspect


@functools.cache
def skip_compiler() -> int:
    """Keep the wrapped functions that exist at the first call from importing the compiler; return their number."""
    if not enabled():
        return 0
    install_stubs()
    if isinstance(check := getattr(torch, "_check_with", None), FunctionType):
        torch._check_with = _skip_if_true(check)  # noqa: SLF001 - there is no public way
    count = 0
    code = torch._compile._disable_dynamo.__code__  # noqa: SLF001 - there is no public way
    for item in gc.get_objects():
        if type(item) is FunctionType and item.__code__ in code.co_consts and item.__closure__:
            cells = dict(zip(item.__code__.co_freevars, item.__closure__, strict=True))
            wrapped = cells["fn"].cell_contents if "fn" in cells else None
            if isinstance(wrapped, FunctionType) and not hasattr(wrapped, "__dynamo_disable"):
                vars(wrapped)["__dynamo_disable"] = wrapped
                count += 1
    return count


def _skip_if_true(check: Callable[..., None]) -> Callable[..., None]:
    """Call torch's check only if the condition is not plainly true."""

    @functools.wraps(check)
    def checked(error_type: type[Exception], cond: object, message: Any) -> None:
        if cond is not True:
            check(error_type, cond, message)

    return checked


class StubModule(ModuleType):
    """A module that has a few names, and loads the real module for all others."""

    package = False  # whether it has submodules

    def __init__(self, name: str) -> None:
        super().__init__(name, f"A stub of {name} until that is needed.")

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the real module, which replaces this one."""
        if name in PROBED_ATTRIBUTES or (name == "__path__" and not self.package):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(self.real(), name)

    def real(self) -> ModuleType:
        """Load the real module; this one has the same contents from then on."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = importlib.import_module(self.__name__)
        vars(self).update(vars(module))
        return module


class SympyStub(StubModule):
    """A stub of sympy."""

    package = True

    class Basic:
        """The class of all symbols, of which there are none."""


def install_stubs() -> None:
    """Put the stubs in place, unless the real modules are loaded already."""
    if SHAPES in sys.modules or "sympy" in sys.modules:
        return
    sys.modules["sympy"] = SympyStub("sympy")
    shapes = StubModule(SHAPES)
    for name, answer in PLAIN_ANSWERS.items():
        setattr(shapes, name, _unless_symbolic(shapes, name, answer))
    sys.modules[SHAPES] = torch.fx.experimental.symbolic_shapes = shapes


def _unless_symbolic(shapes: StubModule, name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
    def asked(*args: Any) -> Any:
        if all(map(_is_plain, args)):
            return answer(*args)
        return getattr(shapes.real(), name)(*args)

    return asked


def _is_plain(value: Any) -> bool:
    if type(value) in (tuple, list, torch.Size):
        return all(map(_is_plain, value))
    return type(value) in (int, bool, torch.Tensor, torch.nn.Parameter)  # only subclasses have symbolic sizes


def _itself(value: Any) -> Any:
    return value


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)


PLAIN_ANSWERS: dict[str, Callable[..., Any]] = {
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
