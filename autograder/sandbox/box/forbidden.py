"""Which library calls run while an exercise is carried out: the signal for the from-scratch rule.

It lives in the student's own process, so it is a signal and no proof; reading the source backs it up.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

WATCHED = (
    "softmax",
    "softmin",
    "logsumexp",
    "logcumsumexp",
    "scaled_dot_product",
    "multi_head_attention",
    "_native_multi_head_attention",
    "_fused_sgd",
    "_fused_adam",
)
RAN: list[str] = []  # what the wrapped methods saw; one process carries out one exercise


class Functions(TorchFunctionMode):
    """Sees calls of torch's Python interface."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Remember the name, then call."""
        del types
        _remember(getattr(func, "__name__", ""))
        return func(*args, **(kwargs or {}))


class Kernels(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Sees the kernels below, however they were reached."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Remember the name, then call."""
        del types
        _remember(func._schema.name.removeprefix("aten::"))  # noqa: SLF001 - the only name a kernel has
        return func(*args, **(kwargs or {}))


def _remember(name: str) -> None:
    if any(word in name for word in WATCHED):
        RAN.append(name)


# What sees all that a rule forbids. Each makes a question take half as long again, so none is used without need.
WATCHES: dict[str | bool, tuple[type, ...]] = {
    "softmax": (Kernels,),  # whatever computes one ends in a kernel of that name
    "optimiser": (Kernels,),
    "attention": (Functions, Kernels),  # on some paths its kernels are a softmax and two products, as they may be
    "mask": (),  # wrapped
    True: (Functions, Kernels),
}


@contextlib.contextmanager
def recording(wanted: str | bool) -> Iterator[list[str]]:
    """Collect the watched calls that run meanwhile: those of a rule, or all; nothing is slowed down unless `wanted`."""
    ran: list[str] = []
    if not wanted:
        yield ran
        return
    RAN.clear()
    try:
        with contextlib.ExitStack() as stack:
            for watch in WATCHES[wanted]:
                stack.enter_context(watch())
            yield ran
    finally:
        ran.extend(sorted(set(RAN)))


def watch_methods() -> None:
    """Wrap what is no torch function: optimisers, the attention module, the ready-made mask. In the zygote, once."""
    _wrap(torch.optim.Optimizer, "__init__", "torch.optim")
    for module in [module for name, module in sys.modules.items() if name.startswith("torch.optim.")]:
        _wrap_functional(module)
    _wrap(nn.MultiheadAttention, "forward", "nn.MultiheadAttention")
    _wrap(nn.functional, "multi_head_attention_forward", "multi_head_attention_forward")
    transformer = torch.nn.modules.transformer
    _wrap(transformer, "_generate_square_subsequent_mask", "generate_square_subsequent_mask")
    made = transformer._generate_square_subsequent_mask  # noqa: SLF001 - what the public method calls
    nn.Transformer.generate_square_subsequent_mask = staticmethod(made)  # type: ignore[method-assign]


def _wrap_functional(module: ModuleType) -> None:
    """The function below an optimiser has its module's name: `torch.optim.sgd.sgd`; below it, one for each way."""
    ways = ("_single_tensor_", "_multi_tensor_", "_fused_")
    own = module.__name__.rpartition(".")[2]
    for name in [name for name in vars(module) if name == own or name.startswith(ways)]:
        if callable(getattr(module, name)):
            _wrap(module, name, "torch.optim")


def _wrap(owner: Any, name: str, label: str) -> None:
    original: Callable[..., Any] = getattr(owner, name)

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        RAN.append(label)
        return original(*args, **kwargs)

    setattr(owner, name, wrapped)
