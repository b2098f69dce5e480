"""Landlock: which files a worker can open. The fork server makes the rules once, each worker enters them."""

import ctypes
import os
import struct
from collections.abc import Iterable

from .syscalls import LIBC, SYSCALL, call

CREATE, ADD_RULE, RESTRICT = (ctypes.c_long(number) for number in (444, 445, 446))
NOTHING = ctypes.c_uint(0)
READ_FILE, READ_DIR, WRITE_FILE = 1 << 2, 1 << 3, 1 << 1
MAKE_AND_REMOVE = (1 << 4) | (1 << 5) | (1 << 7) | (1 << 8)  # remove dir, remove file, make dir, make regular file
TRUNCATE = 1 << 14
WRITING = WRITE_FILE | MAKE_AND_REMOVE
DEVICES = ("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")  # to read; what is written to them is gone


def version() -> int:
    """Return the version of the kernel's Landlock ABI, 0 if there is none."""
    return max(0, int(LIBC.syscall(CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(1))))


def make_ruleset(read: Iterable[str], write: str | None) -> int:
    """Return a descriptor of rules: `read` can be read, `write` written, and nothing else opened.

    Args:
        read: files and folders.
        write: a folder in which workers mount their own; a rule for it covers what is mounted there later.
    """
    abi = version()
    handled = (1 << 13) - 1 if abi == 1 else (1 << 14) - 1 if abi == 2 else (1 << 15) - 1
    ruleset = _create(handled)
    for path in read:
        _allow(ruleset, path, READ_FILE | READ_DIR)
    for device in DEVICES:
        _allow(ruleset, device, READ_FILE | WRITE_FILE)
    if write is not None:
        _allow(ruleset, write, READ_FILE | READ_DIR | WRITING | (TRUNCATE & handled))
    return ruleset


def confines_writing() -> bool:
    """Whether all writing can be kept inside a folder: before ABI 3, any file could be truncated."""
    return version() >= 3


def open_devices() -> list[int]:
    """Return descriptors of the devices, for `rules_for_writing`."""
    present = [device for device in DEVICES if os.path.exists(device)]  # noqa: PTH110 - as below
    return [os.open(device, os.O_PATH | os.O_CLOEXEC) for device in present]


def rules_for_writing(folder: str, devices: Iterable[int]) -> int:
    """Return a descriptor of additional rules: only in `folder`, and to the open `devices`, can anything be written."""
    ruleset = _create(WRITING | TRUNCATE)
    descriptor = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    _add(ruleset, descriptor, WRITING | TRUNCATE)
    os.close(descriptor)
    for device in devices:
        _add(ruleset, device, WRITE_FILE | TRUNCATE)
    return ruleset


def _create(handled: int) -> int:
    attribute = struct.pack("<Q", handled)
    return call(SYSCALL, CREATE, attribute, ctypes.c_size_t(len(attribute)), NOTHING)


def enter(ruleset: int) -> None:
    """Put this process under these rules for good."""
    call(SYSCALL, RESTRICT, ctypes.c_int(ruleset), NOTHING)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    rights &= ~(READ_DIR | MAKE_AND_REMOVE) if not os.path.isdir(path) else rights  # noqa: PTH112 - pathlib is slower here
    _add(ruleset, descriptor, rights)
    os.close(descriptor)


def _add(ruleset: int, descriptor: int, rights: int) -> None:
    rule = struct.pack("<Qi", rights, descriptor)
    call(SYSCALL, ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), rule, NOTHING)
