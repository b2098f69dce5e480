"""Which library operations run in a worker: the evidence for the course's from-scratch rules.

Whatever computes a softmax in torch ends in one of a few kernels. Each of these is recorded just before it runs,
however it was reached, and nothing else becomes slower. What has no kernel of its own (optimisers, modules, ready-made
masks) is a Python function, and wrapped. The course decides which names are forbidden; this module knows which of
torch's functions have no kernel.

The record is a pipe whose other end the grader reads: each operation has a number, which is one byte. The system-call
filter refuses to close the worker's end and allows no call that replaces or changes it; it cannot be reopened for
reading either, because the pipe's mode permits nobody to open it. So a worker can add to the record but remove nothing,
whatever it has replaced in Python. Code in the same process can still reach into Python and keep something from being
recorded; files that contain what it takes are found (`code_scan.py`) and listed.
"""

import contextlib
import functools
import importlib.abc
import importlib.machinery
import inspect
import os
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from types import ModuleType
from typing import Any, Protocol

import torch
from torch import nn
from torch.library import Library

from .seccomp import RECORD_DESCRIPTOR

MAX_NUMBER = 255  # of an operation, which is one byte
# Composite operations of these families call a kernel of the same family, which is recorded itself.
RECORDED_BELOW = ("softmax", "softmin", "logsumexp", "logcumsumexp")
ENTRY_KEY = "BackendSelect"  # every call passes it on its way to the kernel of its device, with gradients or without
# Where a composite call is decomposed into others; it does not get past these keys.
COMPOSITE_KEYS = (
    *("CPU", "NestedTensorCPU", "FuncTorchVmapMode"),
    *("AutogradCPU", "AutogradMeta", "AutogradNestedTensor", "AutogradOther"),
)
# Functions and operations of modules that torch does not import by itself, with the names that the record has for them.
IMPORTED_LATER = {
    "torch.nn.attention.bias": {"CausalBias._materialize": "CausalBias", "CausalBias.__init__": "CausalBias"},
    "torch.nn.attention.flex_attention": {"flex_attention": "flex_attention"},
    "torch._higher_order_ops.flex_attention": {"math_attention": "flex_attention"},
    "torch.onnx.ops": {"attention": "torch.onnx.ops.attention", "onnx::Attention.opset23": "torch.onnx.ops.attention"},
}


class Recorder(Protocol):
    """Creates a function for each operation that records one call of it."""

    def entry(self, operation: str) -> Callable[[], object]:
        """Return what to call before `operation` runs."""
        ...


class CallRecord:
    """Numbers operations in the order in which they are first named."""

    def __init__(self) -> None:
        self.operations: list[str] = []

    def entry(self, operation: str) -> Callable[[], object]:
        """Return a function that records one call of `operation`.

        Raises:
            ValueError: there are more operations than numbers.
        """
        if operation not in self.operations:
            if len(self.operations) > MAX_NUMBER:
                raise ValueError(f"the rules of the course match more than {MAX_NUMBER + 1} operations of the library")
            self.operations.append(operation)
        return functools.partial(os.write, RECORD_DESCRIPTOR, bytes([self.operations.index(operation)]))


def discard_records() -> None:
    """Record nowhere: what the fork server itself calls is not a submission's."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, RECORD_DESCRIPTOR, inheritable=False)
    os.close(nowhere)


def record_to(pipe: int) -> None:
    """Record to `pipe` from now on."""
    os.dup2(pipe, RECORD_DESCRIPTOR, inheritable=False)
    os.close(pipe)


@contextlib.contextmanager
def kernels_recorded(record: Recorder, forbidden: Collection[str]) -> Iterator[None]:
    """Record every kernel that a rule forbids. The fork server serves in this context; its workers inherit it.

    Args:
        record: what records.
        forbidden: parts of the names of operations, of all rules of the course.
    """
    libraries = Libraries()
    for name in _forbidden_kernels(tuple(forbidden)):
        operator = _operator(name)
        libraries.record(name, record.entry(operator.overloadpacket.__name__))
    yield  # the kernels are recorded as long as the libraries exist


class Libraries:
    """Puts functions in front of operations of any namespace; they stay there as long as this object exists."""

    def __init__(self) -> None:
        self._libraries: dict[str, Any] = {}

    def record(self, name: str, note: Callable[[], object]) -> None:
        """Call `note` before each call of an operation."""
        namespace, _, own = name.partition("::")
        if namespace not in self._libraries:
            self._libraries[namespace] = Library(namespace, "IMPL")  # type: ignore[no-untyped-call]
        library, operator = self._libraries[namespace], _operator(name)
        with warnings.catch_warnings(action="ignore"):  # torch warns of what it is asked to do
            if not _dispatcher("has_kernel_for_dispatch_key")(name, "CompositeImplicitAutograd"):
                library.impl(own, _in_front(operator, note), ENTRY_KEY, with_keyset=True)
            elif not any(part in name for part in RECORDED_BELOW):
                for key in COMPOSITE_KEYS:
                    library.impl(own, _in_place(operator, note), key)


def _forbidden_kernels(parts: tuple[str, ...]) -> Iterator[str]:
    """Yield all overloads whose names contain one of `parts`; backward kernels compute none of it."""
    for name in _dispatcher("get_all_op_names")():
        if "backward" not in name and any(part in name.partition("::")[2] for part in parts):
            yield name


def _dispatcher(name: str) -> Any:
    """Return a function of torch's kernel dispatcher, none of which is public."""
    return getattr(torch._C, f"_dispatch_{name}")  # noqa: SLF001 - see above


def _operator(name: str) -> Any:
    namespace, _, own = name.partition("::")
    packet, _, overload = own.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), packet), overload or "default")


def _in_front(operator: Any, note: Callable[[], object]) -> Callable[..., Any]:
    behind = _dispatcher("keyset_full_after")(torch._C.DispatchKey.__members__[ENTRY_KEY])  # noqa: SLF001 - its only name

    def recorded(keys: Any, *args: Any, **kwargs: Any) -> Any:
        note()
        return operator.redispatch(keys & behind, *args, **kwargs)

    return recorded


def _in_place(operator: Any, note: Callable[[], object]) -> Callable[..., Any]:
    def recorded(*args: Any, **kwargs: Any) -> Any:
        note()
        return operator.decompose(*args, **kwargs)

    return recorded


def record_functions(record: Recorder) -> None:
    """Record what has no kernel: optimisers, whole layers, ready-made masks. In the fork server, once."""
    _wrap(torch.optim.Optimizer, "__init__", record.entry("torch.optim"))
    _wrap(torch.optim.LBFGS, "step", record.entry("torch.optim"))  # the only one that does not call a function
    for module in [module for name, module in sys.modules.items() if name.startswith("torch.optim.")]:
        _wrap_functional(module, record.entry("torch.optim"))
    attention = record.entry("nn.MultiheadAttention")
    _wrap(nn.MultiheadAttention, "forward", attention)
    for name in ("forward", "_forward_impl"):
        _wrap(torch.ao.nn.quantizable.MultiheadAttention, name, attention)
    _wrap(torch.distributions.transforms.SoftmaxTransform, "_call", record.entry("softmax of torch.distributions"))
    _wrap(nn.functional, "multi_head_attention_forward", record.entry("multi_head_attention_forward"))
    for layer in (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer):  # all others consist of these
        _wrap(layer, "forward", record.entry(f"nn.{layer.__name__}"))
    transformer = torch.nn.modules.transformer
    _wrap(transformer, "_generate_square_subsequent_mask", record.entry("generate_square_subsequent_mask"))
    made = transformer._generate_square_subsequent_mask  # noqa: SLF001 - what the public method calls
    nn.Transformer.generate_square_subsequent_mask = staticmethod(made)  # type: ignore[method-assign]
    sys.meta_path.insert(0, LaterModules(record))


def _wrap_functional(module: ModuleType, note: Callable[[], object]) -> None:
    """Wrap the function that an optimiser calls, `torch.optim.sgd.sgd` for one, and its implementations."""
    prefixes = ("_single_tensor_", "_multi_tensor_", "_fused_")
    own = module.__name__.rpartition(".")[2]
    names = (own, "sparse_adam", "get_ema_multi_avg_fn", "get_swa_multi_avg_fn", "get_ema_avg_fn", "get_swa_avg_fn")
    for name in [name for name in vars(module) if name in names or name.startswith(prefixes)]:
        if callable(getattr(module, name)):
            _wrap(module, name, note)


def _wrap(owner: Any, name: str, note: Callable[[], object]) -> None:
    """Call `note` before each call of a function; its wrapper does not give away the function itself."""
    original: Callable[..., Any] = getattr(owner, name)

    @functools.wraps(original)
    def recorded(*args: Any, **kwargs: Any) -> Any:
        note()
        return original(*args, **kwargs)

    del recorded.__wrapped__
    recorded.__signature__ = inspect.signature(original)  # type: ignore[attr-defined]
    setattr(owner, name, recorded)


class LaterModules(importlib.abc.MetaPathFinder):
    """Wraps the functions of `IMPORTED_LATER` when their module is imported."""

    def __init__(self, record: Recorder) -> None:
        self._entries = {name: record.entry(name) for parts in IMPORTED_LATER.values() for name in parts.values()}
        self._libraries = Libraries()

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: Any = None) -> Any:
        """Find the usual module, with a loader that wraps its functions."""
        del target
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname in IMPORTED_LATER else None
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = self._wrapping(spec.loader.exec_module)  # type: ignore[method-assign, assignment]
        return spec

    def _wrapping(self, load: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
        def loaded(module: ModuleType) -> None:
            load(module)
            for path, name in IMPORTED_LATER[module.__name__].items():
                if "::" in path:
                    self._libraries.record(path, self._entries[name])
                else:
                    *owner, function = path.split(".")
                    _wrap(functools.reduce(getattr, owner, module), function, self._entries[name])

        return loaded
