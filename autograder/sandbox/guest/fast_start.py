"""Cheaper forks, and the switch of all tricks that make a fork server start sooner. No verdict depends on them.

With AUTOGRADER_FAST_START=0 in its environment, a process imports torch's compiler and sympy as torch itself does
(`warmup.py`), leaves its memory as it is, and forks with `os.fork`.

A warm process has 180 MB in 45,000 pages; a fork and the end of an idle child took 12 ms of processor time with them,
and take 2 ms with large pages. Pages stay shared until they are written to, as before; a large one is split then.
"""

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

SWITCH = "AUTOGRADER_FAST_START"
FORK = ctypes.PyDLL(None).fork  # keeps Python's lock meanwhile, so that the copy has it too
MADV_COLLAPSE = 25  # Linux 6.1; an older one refuses, and nothing changes but the time
LARGE = 1 << 21
FREE_SIZES = (1 << 16, 1 << 14, 1 << 12, 1 << 11, *range(1 << 10, 16, -16))  # bytes, the largest first


def enabled() -> bool:
    """Whether this process uses the tricks."""
    return os.environ.get(SWITCH) != "0"


def fill_free_lists() -> None:
    """Exhaust the allocator's free lists so that later allocations are contiguous and touch fewer shared pages.

    Otherwise they are spread over shared pages, each of which has to be copied before it is written to: 1,700 for a
    small attention module, compared with 1,200.
    """
    if not enabled():
        return
    libc = ctypes.CDLL(None)
    libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    end = libc.malloc(ctypes.c_size_t(2 * FREE_SIZES[0]))  # so large a block fits behind the rest only
    for size in FREE_SIZES:
        while (place := libc.malloc(ctypes.c_size_t(size))) is not None and place < end:
            pass
        libc.free(place)


def compact_memory() -> None:
    """Put the memory of this process into large pages, as far as the machine has them."""
    if not enabled():
        return
    advise = ctypes.CDLL(None).madvise
    for start, end in _own_memory():
        advise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), ctypes.c_int(MADV_COLLAPSE))


def _own_memory() -> Iterator[tuple[int, int]]:
    """Yield start and end of the whole large pages in each writable part of memory that no file backs."""
    for line in Path("/proc/self/maps").read_text().splitlines():
        place, rights, _, _, _, *name = line.split(maxsplit=5)
        if rights == "rw-p" and name in ([], ["[heap]"]):
            start, end = (int(number, 16) for number in place.split("-"))
            start, end = -(-start // LARGE) * LARGE, end // LARGE * LARGE
            if start < end:
                yield start, end


def fork() -> int:
    """Copy this process; return the number of the copy, and 0 in the copy.

    `os.fork` would also make threading and two dozen loggers of torch create new locks, which costs a worker a
    millisecond. This process has one thread, and nothing is locked or logged during the fork.

    Raises:
        OSError: the process cannot be copied.
    """
    if not enabled():
        return os.fork()
    number: int = FORK()
    if number < 0:
        raise OSError("the fork server cannot be copied")
    return number
