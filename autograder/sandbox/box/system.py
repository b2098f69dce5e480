"""System calls that Python has no word for, through the C library: each one can be looked up in its manual page."""

import ctypes
import os
from collections.abc import Callable
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
CAPSET, MOUNT, PRCTL = LIBC.capset, LIBC.mount, LIBC.prctl  # looked up once: a worker would copy pages for it
SYSCALL, UNSHARE = LIBC.syscall, LIBC.unshare
SET_DUMPABLE = 4


class JailError(OSError):
    """A measure could not be taken; the worker must not run student code."""


def keep_memory_private(*, private: bool = True) -> None:
    """Let no other process of the same user read the memory and the environment of this one; a copy inherits that.

    The files in /proc/self belong to root meanwhile. There is no core dump, and a debugger has to be root.
    """
    call(PRCTL, SET_DUMPABLE, 0 if private else 1, 0, 0, 0)


def call(function: Callable[..., Any], *arguments: object) -> int:
    """What `function` of the C library answers.

    Raises:
        JailError: it refuses.
    """
    result: int = function(*arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise JailError(code, f"{function.__name__}: {os.strerror(code)}")
    return result
