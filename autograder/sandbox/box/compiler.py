"""Keeps torch's compiler out of a process that compiles nothing.

Some functions of torch (meta kernels, optimisers) are wrapped so that the compiler leaves them alone; on its first
call such a wrapper imports the whole compiler, more than 800 modules and over a second, only to get a wrapper that does
nothing here. A wrapper looks for its answer on the function first (`torch/_compile.py`), so the answer is put there:
the function itself. Where a version of torch does it otherwise, nothing is found and nothing changes but the time.

Meta kernels also ask `torch._check` whether a plain truth holds, which imports the compiler's symbols (sympy among
them, half a second) before it looks. What is plainly true is answered before that.
"""

import functools
import gc
from collections.abc import Callable
from types import FunctionType
from typing import Any

import torch
import torch._compile

from .symbols import leave_symbols_alone


@functools.cache
def leave_compiler_alone() -> int:
    """Answer for all wrapped functions that exist at the first call; returns how many there were."""
    leave_symbols_alone()
    if isinstance(check := getattr(torch, "_check_with", None), FunctionType):
        torch._check_with = _plainly(check)  # noqa: SLF001 - there is no public way
    found = 0
    code = torch._compile._disable_dynamo.__code__  # noqa: SLF001 - there is no public way
    for item in gc.get_objects():
        if type(item) is FunctionType and item.__code__ in code.co_consts and item.__closure__:
            cells = dict(zip(item.__code__.co_freevars, item.__closure__, strict=True))
            wrapped = cells["fn"].cell_contents if "fn" in cells else None
            if isinstance(wrapped, FunctionType) and not hasattr(wrapped, "__dynamo_disable"):
                vars(wrapped)["__dynamo_disable"] = wrapped
                found += 1
    return found


def _plainly(check: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(check)
    def checked(error_type: type[Exception], cond: object, message: Any) -> None:
        if cond is not True:
            check(error_type, cond, message)

    return checked
