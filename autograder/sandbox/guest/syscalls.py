"""System calls that Python does not offer, through the C library; each is documented in its manual page."""

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from typing import Any

SET_DUMPABLE = 4


class JailError(OSError):
    """A measure could not be taken; the worker must not run student code."""


class _NoLinux:
    """The C library of another system: every call fails, as those do that a kernel does not have."""

    def __getattr__(self, name: str) -> Callable[..., int]:
        def fail(*_arguments: object) -> int:
            ctypes.set_errno(errno.ENOSYS)
            return -1

        fail.__name__ = name
        return fail


LIBC: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else _NoLinux()
CAPSET, MOUNT, PRCTL = LIBC.capset, LIBC.mount, LIBC.prctl  # looked up once: a worker would copy pages for it
SYSCALL, UNSHARE = LIBC.syscall, LIBC.unshare


def keep_memory_private(*, private: bool = True) -> None:
    """Hide the memory and environment of this process (and its copies) from other processes of the same user.

    Meanwhile the files in /proc/self belong to root, there are no core dumps, and only root can attach a debugger.
    """
    call(PRCTL, SET_DUMPABLE, 0 if private else 1, 0, 0, 0)


def call(function: Callable[..., Any], *arguments: object) -> int:
    """Return the result of a function of the C library.

    Raises:
        JailError: the call failed.
    """
    result: int = function(*arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise JailError(code, f"{function.__name__}: {os.strerror(code)}")
    return result
