"""Prepares the fork server: everything that torch does on first use is done here, so that no worker pays for it.

New memory is filled with NaN, so that a program which returns it is never right by luck: freed memory is handed out
again with its old content, very often the right values of a moment ago. torch fills new memory in its deterministic
mode; there it warns (workers are silent) of operations that have no deterministic form, none of which runs on the CPU.
Code that fills the memory afterwards, such as `nn.Linear`, notices nothing.

torch's compiler and sympy are kept out of a process that compiles nothing and whose shapes are plain numbers. Some
functions of torch (meta kernels, optimisers) are wrapped so that the compiler ignores them. On its first call such a
wrapper imports the whole compiler, more than 800 modules and over a second, only to get a wrapper that does nothing
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
from torch import nn

from . import fast_start
from .execute import seed_everything
from .stand_in import StandIn

SHAPES = "torch.fx.experimental.symbolic_shapes"
# Looked up on every module by pytest, warnings and inspect.
PROBED_ATTRIBUTES = ("__file__", "__loader__", "__warningregistry__", "__wrapped__")


def warm_up() -> None:
    """Run forward and backward through what exercises use, in every dtype and on the stand-in of a GPU."""
    skip_compiler()
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        _attention("cpu", dtype)
    with StandIn():
        _attention("cuda", torch.float32)
        nn.Linear(2, 2).to("cuda")
    torch.autograd.backward(nn.Embedding(5, 3)(torch.tensor([1, 2])).sum())
    torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    seed_everything(0)  # numpy imports its generators on first use


def import_compiler() -> None:
    """Import torch's compiler (over eight hundred modules) and call what needs it."""
    dynamo: Any = importlib.import_module("torch._dynamo")
    dynamo.config.recompile_limit = dynamo.config.accumulated_recompile_limit = 1_000_000  # checks have many shapes
    x = torch.ones(2, 3, requires_grad=True)
    torch.func.jacrev(torch.sin)(x)  # calls that no rule forbids
    torch.func.hessian(lambda z: z.exp().sum())(x.detach())
    checkpoint = importlib.import_module("torch.utils.checkpoint").checkpoint
    torch.autograd.backward(checkpoint(torch.sin, x, use_reentrant=False).sum())


def _attention(device: str, dtype: torch.dtype) -> None:
    x = torch.ones(2, 3, 4, device=device, dtype=dtype, requires_grad=True)
    layer = nn.Linear(4, 4, bias=False, device=device, dtype=dtype)
    scores = layer(x) @ layer(x).transpose(-2, -1) / 2
    mask = torch.triu(torch.ones(3, 3, device=device), diagonal=1).bool()
    weights = nn.functional.dropout(torch.softmax(scores.masked_fill(mask, float("-inf")), dim=-1), 0.5)
    heads = (weights @ x).view(2, 3, 2, 2).transpose(1, 2).reshape(2, 3, 4)
    heads = (
        heads
        + nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True)
        + torch.einsum("btc,dc->btd", x, x[0, :, :1].expand(3, 4)[:1].expand(4, 4))
    )
    loss = ((heads - 1.0) ** 2).mean()
    torch.autograd.backward(loss)
    nn.functional.mse_loss(heads, torch.zeros_like(heads))
    torch.exp(x - torch.logsumexp(x, -1, keepdim=True)).amax(-1).tril()
    torch.cat([x, x], -1), torch.stack([x, x]), torch.tril(x), torch.cumsum(x, 0)


def poison_new_memory() -> None:
    """From now on `torch.empty`, `torch.Tensor(3, 4)`, `numpy.empty` and the like contain NaN, or extreme integers."""
    # Not torch.use_deterministic_algorithms, which also imports the compiler's settings; that takes seconds.
    torch._C._set_deterministic_algorithms(True, warn_only=True)  # noqa: SLF001
    numpy = sys.modules.get("numpy")
    for name in ("empty", "empty_like") if numpy else ():
        setattr(numpy, name, _filled_with_nan(getattr(numpy, name)))


def _filled_with_nan(make: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(make)
    def filled(*args: Any, **kwargs: Any) -> Any:
        array = make(*args, **kwargs)
        if array.dtype.kind in "fc":
            array.fill(float("nan"))
        return array

    return filled


@functools.cache
def skip_compiler() -> int:
    """Keep the wrapped functions that exist at the first call from importing the compiler; return their number."""
    if not fast_start.enabled():
        return 0
    install_stubs()
    if isinstance(check := getattr(torch, "_check_with", None), FunctionType):
        torch._check_with = _skip_if_true(check)  # noqa: SLF001 - there is no public way
    count = 0
    code = torch._compile._disable_dynamo.__code__  # noqa: SLF001 - there is no public way
    for item in _all_objects():
        if type(item) is FunctionType and item.__code__ in code.co_consts and item.__closure__:
            cells = dict(zip(item.__code__.co_freevars, item.__closure__, strict=True))
            wrapped = cells["fn"].cell_contents if "fn" in cells else None
            if isinstance(wrapped, FunctionType) and not hasattr(wrapped, "__dynamo_disable"):
                vars(wrapped)["__dynamo_disable"] = wrapped
                count += 1
    return count


def _all_objects() -> list[Any]:
    """Return all objects that a collector can see, those that are frozen too."""
    frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    objects = gc.get_objects()
    if frozen:
        gc.freeze()
    return objects


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
    def answered(*args: Any) -> Any:
        if all(map(_is_plain, args)):
            return answer(*args)
        return getattr(shapes.real(), name)(*args)

    return answered


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
