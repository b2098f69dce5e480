"""Which library operations run in a worker: the evidence for the from-scratch rule.

Whatever computes a softmax in torch ends in one of a few kernels. The number of each is written to the record
(`record.py`) just before it runs, however it was reached, and nothing else becomes slower. What has no kernel of its
own (optimisers, modules, ready-made masks) is a function of Python's, and wrapped.

What is recorded cannot be taken back. Code in the same process can still reach into Python and keep something from
being recorded; files that contain what it takes are read (`reflection.py`) and listed.
"""

import contextlib
import functools
import importlib.abc
import importlib.machinery
import inspect
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, Protocol

import torch
from torch import nn
from torch.library import Library

# Parts of the names of library operations that a rule forbids; compared with dotted paths, in any letter case.
RULES = {
    "softmax": ("softmax", "softmin", "logsumexp", "logcumsumexp"),
    "attention": (
        *("scaled_dot_product", "multi_head_attention", "MultiheadAttention", "transformer_encoder_layer"),
        *("flex_attention", "math_attention", "flash_attention", "efficient_attention"),
        *("cudnn_attention", "triton_scaled_dot", "onnx"),
    ),
    "mask": ("generate_square_subsequent_mask", "CausalBias", "causal_upper_left", "causal_lower_right"),
    "optimiser": ("torch.optim", "_fused_sgd", "_fused_ada"),
}
FIRST = "BackendSelect"  # what every call passes on its way to the kernel of its device, with gradients or without
# Where a call that is made of other calls is taken apart: nothing arrives behind these.
APART = (
    *("CPU", "NestedTensorCPU", "FuncTorchVmapMode"),
    *("AutogradCPU", "AutogradMeta", "AutogradNestedTensor", "AutogradOther"),
)
# Functions of modules that torch does not import by itself, with the names under which they are recorded.
LATER = {
    "torch.nn.attention.bias": {"CausalBias._materialize": "CausalBias", "CausalBias.__init__": "CausalBias"},
    "torch.nn.attention.flex_attention": {"flex_attention": "flex_attention"},
    "torch._higher_order_ops.flex_attention": {"math_attention": "flex_attention"},
}


class Recorder(Protocol):
    """Makes a function for each operation that records one call of it."""

    def entry(self, operation: str) -> Callable[[], object]:
        """What to call before `operation` runs."""
        ...


def forbidden_by(rule: str, names: Iterable[str]) -> list[str]:
    """Those of `names` that `rule` forbids: names of operations, or dotted paths of code."""
    parts = [part.casefold() for part in RULES[rule]]
    return sorted({name for name in names if any(part in name.casefold() for part in parts)})


@contextlib.contextmanager
def kernels_recorded(record: Recorder) -> Iterator[None]:
    """Record every kernel that a rule forbids. The warm process works in here; its workers inherit it."""
    library: Any = Library("aten", "IMPL")  # type: ignore[no-untyped-call]
    with warnings.catch_warnings(action="ignore"):  # torch says what it is asked to do
        for name in _forbidden_kernels():
            _record_kernel(library, name, record)
    yield  # the kernels are recorded as long as the library is there


def _record_kernel(library: Any, name: str, record: Recorder) -> None:
    operator = _operator(name)
    said = record.entry(operator.overloadpacket.__name__)
    if not _dispatcher("has_kernel_for_dispatch_key")(f"aten::{name}", "CompositeImplicitAutograd"):
        library.impl(name, _in_front(operator, said), FIRST, with_keyset=True)
    elif not any(part in name for part in RULES["softmax"]):  # of those, what they are made of is recorded
        for place in APART:
            library.impl(name, _in_place(operator, said), place)


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


def _in_front(operator: Any, said: Callable[[], object]) -> Callable[..., Any]:
    behind = _dispatcher("keyset_full_after")(torch._C.DispatchKey.__members__[FIRST])  # noqa: SLF001 - its only name

    def recorded(keys: Any, *args: Any, **kwargs: Any) -> Any:
        said()
        return operator.redispatch(keys & behind, *args, **kwargs)

    return recorded


def _in_place(operator: Any, said: Callable[[], object]) -> Callable[..., Any]:
    def recorded(*args: Any, **kwargs: Any) -> Any:
        said()
        return operator.decompose(*args, **kwargs)

    return recorded


def record_functions(record: Recorder) -> None:
    """Record what is no kernel: optimisers, the attention module, ready-made masks. In the warm process, once."""
    _wrap(torch.optim.Optimizer, "__init__", record.entry("torch.optim"))
    _wrap(torch.optim.LBFGS, "step", record.entry("torch.optim"))  # the one without a function below
    for module in [module for name, module in sys.modules.items() if name.startswith("torch.optim.")]:
        _wrap_functional(module, record.entry("torch.optim"))
    attention = record.entry("nn.MultiheadAttention")
    _wrap(nn.MultiheadAttention, "forward", attention)
    for name in ("forward", "_forward_impl"):
        _wrap(torch.ao.nn.quantizable.MultiheadAttention, name, attention)
    _wrap(torch.distributions.transforms.SoftmaxTransform, "_call", record.entry("softmax of torch.distributions"))
    _wrap(nn.functional, "multi_head_attention_forward", record.entry("multi_head_attention_forward"))
    transformer = torch.nn.modules.transformer
    _wrap(transformer, "_generate_square_subsequent_mask", record.entry("generate_square_subsequent_mask"))
    made = transformer._generate_square_subsequent_mask  # noqa: SLF001 - what the public method calls
    nn.Transformer.generate_square_subsequent_mask = staticmethod(made)  # type: ignore[method-assign]
    sys.meta_path.insert(0, LaterModules(record))


def _wrap_functional(module: ModuleType, said: Callable[[], object]) -> None:
    """The function below an optimiser has its module's name: `torch.optim.sgd.sgd`; below it, one for each way."""
    ways = ("_single_tensor_", "_multi_tensor_", "_fused_")
    own = module.__name__.rpartition(".")[2]
    names = (own, "sparse_adam", "get_ema_multi_avg_fn", "get_swa_multi_avg_fn", "get_ema_avg_fn", "get_swa_avg_fn")
    for name in [name for name in vars(module) if name in names or name.startswith(ways)]:
        if callable(getattr(module, name)):
            _wrap(module, name, said)


def _wrap(owner: Any, name: str, said: Callable[[], object]) -> None:
    """Call `said` before each call of a function; the function itself is no attribute of what replaces it."""
    original: Callable[..., Any] = getattr(owner, name)

    @functools.wraps(original)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        said()
        return original(*args, **kwargs)

    del recorded.__wrapped__
    recorded.__signature__ = inspect.signature(original)  # type: ignore[attr-defined]
    setattr(owner, name, recorded)


class LaterModules(importlib.abc.MetaPathFinder):
    """Wraps the functions of `LATER` when their module is imported."""

    def __init__(self, record: Recorder) -> None:
        self._entries = {name: record.entry(name) for parts in LATER.values() for name in parts.values()}

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> Any:
        """The usual module, with a loader that wraps what it has loaded."""
        del target
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname in LATER else None
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = self._wrapping(spec.loader.exec_module)  # type: ignore[method-assign, assignment]
        return spec

    def _wrapping(self, load: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
        def loaded(module: ModuleType) -> None:
            load(module)
            for path, name in LATER[module.__name__].items():
                *owner, function = path.split(".")
                _wrap(functools.reduce(getattr, owner, module), function, self._entries[name])

        return loaded
