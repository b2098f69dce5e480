"""Which library calls run while an exercise is carried out: the signal for the from-scratch rule.

Whatever computes a softmax in torch ends in one of a few kernels. Each of them is noted just before it runs, however it
was reached, and nothing else becomes slower. The notes live in the student's own process, so they are a signal and no
proof; reading the source backs them up.
"""

import contextlib
import functools
import sys
import warnings
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import torch
from torch import nn
from torch.library import Library

# Parts of the names of library calls that a rule forbids.
RULES = {
    "softmax": ("softmax", "softmin", "logsumexp", "logcumsumexp"),
    "attention": (
        "scaled_dot_product",
        "multi_head_attention",
        "MultiheadAttention",
        "flex_attention",
        "math_attention",
        "onnx",
    ),
    "mask": ("generate_square_subsequent_mask", "causal_upper_left", "causal_lower_right"),  # the last two are read
    "optimiser": ("torch.optim", "_fused_sgd", "_fused_ada"),
}
RAN: set[str] = set()  # what was noted; one process carries out one exercise
FIRST = "BackendSelect"  # what every call passes on its way to the kernel of its device, with gradients or without
# Where a call that is made of other calls is taken apart: nothing arrives behind these.
APART = (
    *("CPU", "NestedTensorCPU", "FuncTorchVmapMode"),
    *("AutogradCPU", "AutogradMeta", "AutogradNestedTensor", "AutogradOther"),
)


def noted(rule: str) -> list[str]:
    """What ran since `RAN` was emptied and `rule` forbids."""
    return sorted(name for name in tuple(RAN) if any(part in name for part in RULES[rule]))


@contextlib.contextmanager
def kernels_noted() -> Iterator[None]:
    """Note every kernel that a rule forbids. The warm process works in here; its workers inherit it."""
    library: Any = Library("aten", "IMPL")  # type: ignore[no-untyped-call]
    with warnings.catch_warnings(action="ignore"):  # torch says what it is asked to do
        for name in _forbidden_kernels():
            _note_kernel(library, name)
    yield  # the notes are there as long as the library is


def _note_kernel(library: Any, name: str) -> None:
    operator = _operator(name)
    if not _dispatcher("has_kernel_for_dispatch_key")(f"aten::{name}", "CompositeImplicitAutograd"):
        library.impl(name, _in_front(operator), FIRST, with_keyset=True)
    elif not any(part in name for part in RULES["softmax"]):  # of those, what they are made of is noted
        for place in APART:
            library.impl(name, _in_place(operator), place)


def _forbidden_kernels() -> Iterator[str]:
    """All overloads; those that send gradients back compute none of it."""
    parts = tuple(part for rule in RULES.values() for part in rule)
    for name in _dispatcher("get_all_op_names")():
        if name.startswith("aten::") and "backward" not in name and any(part in name for part in parts):
            yield name.removeprefix("aten::")


def _dispatcher(name: str) -> Any:
    """What torch's table of kernels offers under this name, which has no public one."""
    return getattr(torch._C, f"_dispatch_{name}")  # noqa: SLF001 - as said


def _operator(name: str) -> Any:
    packet, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, packet), overload or "default")


def _in_front(operator: Any) -> Callable[..., Any]:
    behind = _dispatcher("keyset_full_after")(torch._C.DispatchKey.__members__[FIRST])  # noqa: SLF001 - its only name
    name = operator.overloadpacket.__name__

    def note(keys: Any, *args: Any, **kwargs: Any) -> Any:
        RAN.add(name)
        return operator.redispatch(keys & behind, *args, **kwargs)

    return note


def _in_place(operator: Any) -> Callable[..., Any]:
    name = operator.overloadpacket.__name__

    def note(*args: Any, **kwargs: Any) -> Any:
        RAN.add(name)
        return operator.decompose(*args, **kwargs)

    return note


def note_methods() -> None:
    """Note what is no kernel: optimisers, the attention module, the ready-made mask. In the warm process, once."""
    _wrap(torch.optim.Optimizer, "__init__", "torch.optim")
    _wrap(torch.optim.LBFGS, "step", "torch.optim")  # the one without a function below
    for module in [module for name, module in sys.modules.items() if name.startswith("torch.optim.")]:
        _wrap_functional(module)
    _wrap(nn.MultiheadAttention, "forward", "nn.MultiheadAttention")
    _wrap(torch.ao.nn.quantizable.MultiheadAttention, "forward", "nn.MultiheadAttention")
    _wrap(torch.distributions.transforms.SoftmaxTransform, "_call", "softmax of torch.distributions")
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

    @functools.wraps(original)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        RAN.add(label)
        return original(*args, **kwargs)

    setattr(owner, name, wrapped)
