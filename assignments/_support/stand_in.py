"""A stand-in for a GPU: tensors with real numbers that say they are on `cuda:0`, and refuse what a GPU refuses.

    with StandIn():
        x = torch.ones(2, 3).to("cuda")  # a `StandInTensor`
        x + torch.ones(2, 3)  # raises a `DeviceError`

Every operation runs on the CPU numbers inside, after the devices of its arguments were compared. Which operations take
a tensor of the CPU beside one of a GPU was found out on a real one (`benchmarks/device_rules.py`).

The C++ part of torch believes that the tensors are on `meta`, which needs no driver, no device guard and no threads of
its own for a backward pass; Python sees `cuda:0`.

`autograder sync` copies this file to the student kit, so it imports nothing but torch.
"""

import contextlib
from collections.abc import Iterator
from typing import Any, NoReturn, Self

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

TYPE = "cuda"
THERE = torch.device(TYPE, 0)
BELOW = torch.device("meta", 0)  # what C++ sees; a real meta tensor has no index
CPU = torch.device("cpu")

# Elementwise operations: one tensor of the CPU without dimensions may take part.
ELEMENTWISE = frozenset(
    "add sub rsub mul div floor_divide remainder fmod pow atan2 copysign heaviside hypot xlogy dist fill index_fill "
    "maximum minimum max min fmax fmin eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or "
    "bitwise_xor bitwise_left_shift bitwise_right_shift".split()
)
LAST_ONLY = frozenset(("addcmul", "lerp"))  # of three tensors the third may be such a one
COPIES = frozenset(
    "_to_copy copy _copy_from lift_fresh lift is_same_size bernoulli select_scatter slice_scatter "
    "diagonal_scatter".split()
)
READS = frozenset(("index", "_unsafe_index"))
WRITES = frozenset(("index_put", "_index_put_impl", "_unsafe_index_put"))
FOLLOW_THE_FIRST = COPIES | WRITES  # the result is where the first tensor is
# They would give the outer tensor another storage than its numbers have.
MISSING = frozenset(("set_", "resize_", "resize_as_"))


class DeviceError(RuntimeError):
    """What a GPU does not do; the text is about that of torch."""


class DeviceTypeError(DeviceError, TypeError):
    """The same, where torch raises a `TypeError`."""


class StandInTensor(Tensor):
    """A tensor on the device; `inner` has its numbers."""

    inner: Tensor
    __torch_function__ = torch._C._disabled_torch_function_impl

    def __new__(cls, inner: Tensor) -> Self:
        """Return the tensor of these numbers."""
        tensor: Self = Tensor._make_wrapper_subclass(
            cls,
            inner.size(),
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            layout=inner.layout,
            device=BELOW,
        )
        tensor.inner = inner
        return tensor

    @property
    def device(self) -> torch.device:
        """The device that Python sees."""
        return THERE

    is_cuda = property(lambda _: TYPE == "cuda")
    is_cpu = is_meta = property(lambda _: False)

    @property
    def data(self) -> Tensor:
        """The tensor without its graph."""
        return Tensor.data.__get__(self)

    @data.setter
    def data(self, new: Tensor) -> None:
        if not isinstance(new, StandInTensor):
            raise NotImplementedError("numbers of the CPU in place of those of the device")
        Tensor.data.__set__(self, new)
        self.inner = new.inner

    def type(self, dtype: Any = None, **kwargs: Any) -> Any:
        """Return the name of the type, or the tensor converted."""
        own = super().type(dtype, **kwargs)
        return own.replace("torch.meta.", f"torch.{TYPE}.") if isinstance(own, str) else own

    def get_device(self) -> int:
        """Return the number of the device."""
        return int(THERE.index)

    def tolist(self) -> Any:
        """Return the numbers."""
        return self.inner.detach().tolist()

    def numpy(self, *, force: bool = False) -> Any:
        """Raise what a GPU raises; with `force`, return the numbers."""
        if force:
            return self.inner.detach().numpy(force=True)
        text = f"can't convert {THERE} device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory"
        raise DeviceTypeError(f"{text} first.")

    def __array__(self, *_: Any, **__: Any) -> Any:
        return self.numpy()

    def pin_memory(self, *_: Any) -> NoReturn:
        """Raise what a GPU raises."""
        raise DeviceError(f"cannot pin '{self.type()}' only dense CPU tensors can be pinned")

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if self.dim() == 0 else object.__format__(self, spec)

    def __repr__(self, *, tensor_contents: str | None = None) -> str:
        del tensor_contents
        tail = f", device='{THERE}'"
        if self.grad_fn is not None:
            tail += f", grad_fn=<{type(self.grad_fn).__name__}>"
        elif self.requires_grad:
            tail += ", requires_grad=True"
        return f"{repr(self.inner.detach())[:-1]}{tail})"

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run an operation."""
        del types
        return _run(func, args, kwargs or {})


_PlainGenerator = torch.Generator


class StandInGenerator(_PlainGenerator):
    """A generator that says it is on the device; its numbers are those of a CPU generator with the same seed."""

    @property
    def device(self) -> torch.device:
        """The device that Python sees."""
        return THERE


class _GeneratorOfDevice(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, _PlainGenerator)

    def __call__(cls, device: Any = "cpu") -> torch.Generator:
        return StandInGenerator() if torch.device(device).type == TYPE else _PlainGenerator(device)


class _Generator(metaclass=_GeneratorOfDevice):
    """`torch.Generator` while the stand-in is on."""


class _Operation:
    """What `_run` has to know of an operation of torch, looked up once."""

    def __init__(self, func: Any) -> None:
        schema = func._schema
        self.name = schema.name.partition("::")[2]
        self.base = self.name if self.name.startswith("__") else self.name.removesuffix("_")
        self.is_view = func.is_view
        self.in_place = schema.is_mutable and self.name.endswith("_")
        self.writes = self.in_place or any(item.is_out for item in schema.arguments)
        self.reshapes = torch.Tag.inplace_view in func.tags
        self.returns = bool(schema.returns)


_operations: dict[Any, _Operation] = {}


def _run(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Run an operation on the numbers; what it returns is on the device where a GPU would have put it."""
    tensors: list[Tensor] = []
    inner_args = [_inner(item, tensors) for item in args]
    inner_kwargs = {name: _inner(item, tensors) for name, item in kwargs.items()} if kwargs else {}
    there = to_there = any(isinstance(item, StandInTensor) for item in tensors)
    device = kwargs.get("device")
    if device is not None:
        to_there = _is_there(device)
    if not there and not to_there:
        return func(*args, **kwargs)
    operation = _operations.get(func) or _operations.setdefault(func, _Operation(func))
    if there and len(tensors) > 1:
        _compare(operation, args, tensors)
        if device is None and operation.base in FOLLOW_THE_FIRST:
            to_there = isinstance(args[0], StandInTensor)
    if operation.name == "_local_scalar_dense":
        return inner_args[0].item()
    if device is not None and to_there:
        inner_kwargs["device"] = CPU
    result = _called(func, operation, inner_args, inner_kwargs)
    if operation.writes:
        return _written(func, operation, args, kwargs, result)
    if not to_there:
        return result
    kept = operation.is_view and torch.is_inference_mode_enabled() and not args[0].is_inference()
    with torch.inference_mode(False) if kept else contextlib.nullcontext():  # a view is what its base is
        return _outer(result)


def _is_there(device: torch.device) -> bool:
    if device.type == TYPE and device.index not in (None, THERE.index):
        raise DeviceError("CUDA error: invalid device ordinal")
    return device.type == TYPE or device == BELOW


def _called(func: Any, operation: _Operation, args: list[Any], kwargs: dict[str, Any]) -> Any:
    if operation.name in MISSING:
        raise NotImplementedError(f"{operation.name} on the stand-in of a GPU")
    if operation.name == "_efficientzerotensor":  # zeros without memory, of which the layer above knows nothing
        return torch.ops.aten.zeros.default(*args, **{**kwargs, "layout": torch.strided})
    return func(*args, **kwargs)


def _inner(item: Any, tensors: list[Tensor]) -> Any:
    """Return an argument with the numbers of its tensors, and add these tensors to the list."""
    if isinstance(item, Tensor):
        tensors.append(item)
        return item.inner if isinstance(item, StandInTensor) else item
    if isinstance(item, list | tuple):
        return [_inner(part, tensors) for part in item]
    return item


def _outer(result: Any) -> Any:
    if isinstance(result, Tensor):  # of a conjugate that is not computed yet, the layer above knows nothing
        return result if isinstance(result, StandInTensor) else StandInTensor(result.resolve_conj().resolve_neg())
    if isinstance(result, list | tuple):
        return type(result)(map(_outer, result))
    return result


def _written(func: Any, operation: _Operation, args: Any, kwargs: dict[str, Any], result: Any) -> Any:
    """Return the tensor that was written to; if its shape changed (`unsqueeze_`), it is told."""
    if not operation.in_place:
        return kwargs.get("out", result)
    if not operation.returns:
        return None
    if operation.reshapes and isinstance(args[0], StandInTensor):
        with torch.utils._mode_utils.no_dispatch():
            func(*args, **kwargs)
    return args[0]


def _compare(operation: _Operation, args: Any, tensors: list[Tensor]) -> None:
    """Refuse what a GPU refuses of an operation with several tensors, one of which is there.

    Raises:
        DeviceError: they are on different devices.
    """
    here = [item for item in tensors if not isinstance(item, StandInTensor)]
    base = operation.base
    if not here or base in COPIES:
        return
    first_there = isinstance(args[0], StandInTensor)
    if base in READS:
        if not first_there:
            raise DeviceError("indices should be either on cpu or on the same device as the indexed tensor (cpu)")
        return
    if base in WRITES:
        if isinstance(args[2], StandInTensor) == first_there or args[2].dim() == 0:
            return
    elif base == "masked_fill":
        if not first_there or not isinstance(args[1], StandInTensor):
            places = f"mask on {args[1].device} and self on {args[0].device}"
            raise DeviceError(f"expected self and mask to be on the same device, but got {places}")
        return
    elif all(item.dim() == 0 for item in here):
        written_here = operation.in_place and not first_there
        last_only = base in LAST_ONLY and here[0] is args[2]
        if base == "where" or (len(here) == 1 and not written_here and (base in ELEMENTWISE or last_only)):
            return
    raise DeviceError(
        f"Expected all tensors to be on the same device, but found at least two devices, {THERE} and cpu! (in {base})"
    )


class StandIn(TorchDispatchMode):
    """While it is on, `cuda` is a device to create tensors on."""

    def __init__(self) -> None:
        super().__init__()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run an operation."""
        del types
        return _run(func, args, kwargs or {})

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """Keep torch from importing its compiler, which takes a second: nothing is compiled here."""
        return False

    def __enter__(self) -> Self:
        """Turn it on."""
        torch.cuda._lazy_init = lambda: None  # for good: the names of the device lead to no driver
        # `torch.tensor(..., device=)` makes a CPU tensor first, and moves it
        self._lifted = torch._C._only_lift_cpu_tensors()
        torch._C._set_only_lift_cpu_tensors(True)
        # without this, `module.to` makes two weights of one that is shared
        self._swapped = torch.__future__.get_swap_module_params_on_conversion()
        torch.__future__.set_swap_module_params_on_conversion(True)
        torch.Generator = _Generator
        self._names = _DeviceNames()
        self._names.__enter__()
        super().__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        """Turn it off."""
        super().__exit__(*error)
        self._names.__exit__(*error)
        torch._C._set_only_lift_cpu_tensors(self._lifted)
        torch.__future__.set_swap_module_params_on_conversion(self._swapped)
        torch.Generator = _PlainGenerator


READERS = frozenset(("tensor", "as_tensor", "asarray"))  # of lists
TAKING_DEVICES = READERS | {"to", "new_tensor"}  # also by position


class _DeviceNames(TorchFunctionMode):
    """Gives `cuda` and `0` the index that only a driver could tell, in calls that need it."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Call a function of torch with the device that is meant."""
        del types
        kwargs = kwargs or {}
        name = func.__name__
        if name == "cuda" and args and isinstance(args[0], Tensor):
            return args[0] if isinstance(args[0], StandInTensor) else args[0].to(THERE)
        if name == "new_tensor" and isinstance(args[0], StandInTensor):
            return torch.tensor(*args[1:], **{"dtype": args[0].dtype, "device": THERE, **kwargs})
        if name in READERS and args and isinstance(args[0], list | tuple):
            args = (_numbers(args[0]), *args[1:])
        if "device" in kwargs:
            kwargs = {**kwargs, "device": _with_index(kwargs["device"], may_be_number=True)}
        if kwargs.get("generator") is not None:
            _check_generator(kwargs["generator"], args, kwargs)
        if name in TAKING_DEVICES:
            args = tuple(_with_index(item) if name == "to" else item for item in args)
            if name == "to" and isinstance(args[0], StandInTensor) and args[1:] == (THERE,) and not kwargs:
                return args[0]
        return func(*args, **kwargs)


def _with_index(device: Any, *, may_be_number: bool = False) -> Any:
    if type(device) is int and may_be_number:
        return torch.device(TYPE, device)
    return THERE if isinstance(device, str | torch.device) and str(device) == TYPE else device


def _numbers(items: Any) -> Any:
    """Return a list for torch to read, with the numbers of the tensors in it."""
    if isinstance(items, list | tuple):
        return [_numbers(item) for item in items]
    return items.inner.detach() if isinstance(items, StandInTensor) else items


def _check_generator(generator: torch.Generator, args: Any, kwargs: dict[str, Any]) -> None:
    given = (*args, *kwargs.values())
    there = any(isinstance(item, StandInTensor) for item in given) or TYPE in str(kwargs.get("device"))
    if isinstance(generator, StandInGenerator) != there:
        wanted, found = (TYPE, "cpu") if there else ("cpu", TYPE)
        raise DeviceError(f"Expected a '{wanted}' device type for generator but found '{found}'")


def moved(value: Any) -> Any:
    """Return a value on the device: tensors, generators and models, also those in lists, tuples and dicts.

    A leaf stays a leaf. It is used while the stand-in is on.
    """
    if isinstance(value, Tensor):
        if isinstance(value, StandInTensor):
            return value
        return value.detach().to(THERE).requires_grad_(value.requires_grad)
    if isinstance(value, _PlainGenerator):
        generator = StandInGenerator()
        generator.set_state(value.get_state())
        return generator
    if isinstance(value, torch.nn.Module):
        return value.to(THERE)
    if type(value) in (list, tuple):
        return type(value)(map(moved, value))
    if type(value) is dict:
        return {key: moved(item) for key, item in value.items()}
    return value


def brought_back(value: Any, places: list[str]) -> Any:
    """Return a value with plain tensors in place of those on the device; add where each of its tensors was."""
    if isinstance(value, Tensor):
        places.append(value.device.type)
        if not isinstance(value, StandInTensor):
            return value
        return value.inner.detach().requires_grad_(value.requires_grad)
    if type(value) is list:  # the methods of a subclass are student code
        return [brought_back(item, places) for item in value]
    if isinstance(value, tuple) and type(value) is not torch.Size:  # torch returns tuples of its own types
        return tuple(brought_back(item, places) for item in tuple.__iter__(value))
    if type(value) is dict:
        return {key: brought_back(item, places) for key, item in value.items()}
    return value


@contextlib.contextmanager
def gpu() -> Iterator[None]:
    """Within this context there is a GPU `cuda`: a real one, where there is one."""
    if torch.cuda.is_available():
        yield
    else:
        with StandIn():
            yield
