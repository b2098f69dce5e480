"""References are slow on purpose, so what the rehearsal asks of them is kept for the whole class.

A result is found again by the content of its arguments. Only the rehearsal stores: what a student's answer makes a
check ask is computed and forgotten, so that memory does not grow with the class.
"""

import contextlib
import functools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

import torch
from torch import Tensor

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Memory:
    """Results by function and content of arguments."""

    def __init__(self) -> None:
        self.results: dict[Any, Any] = {}
        self.storing = False


MEMORY = Memory()  # one per process, filled before grading processes are forked, and only read by them


@contextlib.contextmanager
def remembering() -> Iterator[None]:
    """Keep what is computed meanwhile."""
    before, MEMORY.storing = MEMORY.storing, True
    try:
        yield
    finally:
        MEMORY.storing = before


def remembered(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Look results up by content; what takes part in a gradient, or holds odd values, is always computed."""
    name = (function.__module__, function.__qualname__)  # the same name may mean something else in another module

    @functools.wraps(function)
    def wrapper(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        key = content((name, args, kwargs))
        if key is None:
            return function(*args, **kwargs)
        if key in MEMORY.results:
            found: Result = MEMORY.results[key]
            return found
        result = function(*args, **kwargs)
        if MEMORY.storing:
            MEMORY.results[key] = result
        return result

    return wrapper


def content(value: Any) -> Any:
    """A key that is equal for equal content; None where there is none."""
    if value is None:
        return ("none",)
    if isinstance(value, str | int | float | bool | bytes | torch.dtype):
        return (type(value), value)
    if isinstance(value, Tensor):
        return _of_tensor(value)
    if isinstance(value, tuple | list):
        return _of_items(type(value), value)
    if isinstance(value, dict):
        return _of_items(dict, [item for pair in value.items() for item in pair])
    return _of_function(value) if isinstance(value, FunctionType) else None


def _of_items(kind: type, items: Any) -> Any:
    keys = tuple(content(item) for item in items)
    return None if None in keys else (kind, keys)


def _of_tensor(value: Tensor) -> Any:
    if value.requires_grad or value.device.type != "cpu" or value.layout is not torch.strided:
        return None
    plain = value.detach().contiguous().reshape(-1)
    raw = plain.view(torch.uint8).numpy().tobytes() if plain.numel() else b""
    return (value.dtype, tuple(value.shape), raw)


def _of_function(value: FunctionType) -> Any:
    """A function is its module, its code, its defaults and what it closes over."""
    cells = [cell.cell_contents for cell in value.__closure__ or ()]
    closed = _of_items(tuple, [*cells, *(value.__defaults__ or ()), value.__kwdefaults__])
    return None if closed is None else (value.__module__, value.__code__, closed)
