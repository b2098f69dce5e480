"""Memory that nobody has written to holds NaN, so that a program which returns it is never right by luck.

Freed memory is handed out again with what stood in it, very often the right values of a moment ago. torch fills new
memory in its deterministic mode; there it warns (workers are silent) of operations that have no deterministic form,
none of which is one for the CPU. What fills it afterwards, as `nn.Linear` does, notices nothing.
"""

import functools
import sys
from collections.abc import Callable
from typing import Any

import torch


def fill_uninitialised() -> None:
    """From now on `torch.empty`, `torch.Tensor(3, 4)`, `numpy.empty` and their kin give NaN; integers are odd ones."""
    # Not torch.use_deterministic_algorithms, which also imports the compiler's settings, seconds of them.
    torch._C._set_deterministic_algorithms(True, warn_only=True)  # noqa: SLF001
    numpy = sys.modules.get("numpy")
    for name in ("empty", "empty_like") if numpy else ():
        setattr(numpy, name, _filling(getattr(numpy, name)))


def _filling(make: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(make)
    def filled(*args: Any, **kwargs: Any) -> Any:
        array = make(*args, **kwargs)
        if array.dtype.kind in "fc":
            array.fill(float("nan"))
        return array

    return filled
