"""The system calls that a worker may make: an allow-list, compiled to the kernel's packet-filter language.

A broad torch workload makes 35 different calls, so the list is short and everything else is refused with EPERM;
calls that libraries probe for are refused with ENOSYS, as by an old kernel.
"""

import ctypes
import enum
import errno
import os
import struct

from .syscalls import PRCTL, call

Calls = dict[str, tuple[int, int]]

# name: (x86_64, aarch64); -1 where the architecture has no such call
PLAIN = {
    "read": (0, 63), "write": (1, 64), "futex": (202, 98), "mmap": (9, 222), "munmap": (11, 215), "madvise": (28, 233),
    "clock_gettime": (228, 113), "brk": (12, 214), "mprotect": (10, 226), "mremap": (25, 216),
    "msync": (26, 227),
    "fstat": (5, 80), "newfstatat": (262, 79), "stat": (4, -1), "lstat": (6, -1), "statx": (332, 291),
    "lseek": (8, 62), "pread64": (17, 67), "readv": (19, 65), "writev": (20, 66), "getdents64": (217, 61),
    "access": (21, -1), "faccessat": (269, 48), "faccessat2": (439, 439), "readlink": (89, -1), "readlinkat": (267, 78),
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sigaltstack": (131, 132),
    "sched_yield": (24, 124), "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "clock_getres": (229, 114),
    "gettimeofday": (96, 169), "times": (100, 153), "time": (201, -1), "restart_syscall": (219, 128),
    "getpid": (39, 172), "getppid": (110, 173), "gettid": (186, 178), "getuid": (102, 174), "geteuid": (107, 175),
    "getgid": (104, 176), "getegid": (108, 177), "getpgrp": (111, -1), "getcwd": (79, 17), "uname": (63, 160),
    "getrusage": (98, 165), "getrlimit": (97, 163), "sysinfo": (99, 179), "getrandom": (318, 278), "getcpu": (309, 168),
    "dup": (32, 23), "poll": (7, -1), "ppoll": (271, 73), "select": (23, -1), "pselect6": (270, 72),
    "statfs": (137, 43), "fstatfs": (138, 44), "sched_getaffinity": (204, 123), "membarrier": (324, 283),
    "set_robust_list": (273, 99), "rseq": (334, 293), "set_tid_address": (218, 96), "umask": (95, 166),
    "exit": (60, 93), "exit_group": (231, 94),
}  # fmt: skip
SCRATCH = {  # only if the worker has a folder of its own; Landlock and the mount confine them to it
    "mkdir": (83, -1), "mkdirat": (258, 34), "unlink": (87, -1), "unlinkat": (263, 35), "rmdir": (84, -1),
    "rename": (82, -1), "renameat": (264, 38), "renameat2": (316, 276), "ftruncate": (77, 46), "fsync": (74, 82),
    "fdatasync": (75, 83), "pwrite64": (18, 68), "chdir": (80, 49), "fadvise64": (221, 223), "fallocate": (285, 47),
}  # fmt: skip
# If the folder is on the machine's own disk, its content is counted from outside: nothing may be removed from it.
GONE = {"unlink": (87, -1), "unlinkat": (263, 35), "rmdir": (84, -1)}  # reported as done, but not done
COUNTED = {  # reported as unknown
    "rename": (82, -1), "renameat": (264, 38), "renameat2": (316, 276), "fallocate": (285, 47),
}  # fmt: skip
PRETEND = {  # reported as done, but not done: Landlock does not cover modes and times, and libraries set them
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "utime": (132, -1), "utimes": (235, -1),
    "utimensat": (280, 88), "futimesat": (261, -1),
}  # fmt: skip
ABSENT = {"clone3": (435, 435), "openat2": (437, 437), "memfd_secret": (447, 447)}
OPEN, OPENAT, IOCTL, FCNTL, PRLIMIT, TGKILL = (2, -1), (257, 56), (16, 29), (72, 25), (302, 261), (234, 131)
CLOSE = (3, 57)

IOCTLS = (0x5401, 0x541B, 0x5451, 0x5450)  # TCGETS, FIONREAD, FIOCLEX, FIONCLEX: not FIOSETOWN, TIOCSTI, …
FCNTLS = (0, 1, 2, 3, 5, 6, 7, 1030)  # duplicate, flags, locks; not SETOWN, SETSIG, SETPIPE_SZ
WRITE_FLAGS = 0o1 | 0o2 | 0o100 | 0o1000 | 0o20000000  # write, read-write, create, truncate, tmpfile
RECORD_DESCRIPTOR = 60  # of a worker's end of the record of library calls; below its limit of open files
NAMELESS = 0o20000000  # a file without a name in a folder

ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
LOAD, JEQ, JGE, JSET, RET = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
SET_SECCOMP, FILTER = 22, 2
NOBODY = 0x7FFFFFFF  # replaced by the worker's own number; no process has this one


class Writing(enum.Enum):
    """Where a worker may write."""

    NOWHERE = enum.auto()
    MOUNT = enum.auto()  # a file system of its own, which bounds what is written
    FOLDER = enum.auto()  # a folder of the machine's, where what is written is counted from outside


class Filter:
    """The one layer that is never optional: no processes, threads, sockets, signals, shared memory, tracing."""

    def __init__(self, writing: Writing) -> None:
        code = compile_filter(NOBODY, os.uname().machine, writing)
        self._place = code.index(struct.pack("<I", NOBODY))
        self._code = ctypes.create_string_buffer(code, len(code))
        self._described = struct.pack("<HxxxxxxQ", len(code) // 8, ctypes.addressof(self._code))

    def install(self) -> None:
        """Put this process under the filter, for good."""
        struct.pack_into("<I", self._code, self._place, os.getpid())
        call(PRCTL, SET_SECCOMP, FILTER, self._described, 0, 0)


def compile_filter(pid: int, machine: str, writing: Writing) -> bytes:
    """Return the compiled filter for a worker.

    Args:
        pid: the worker's own number: the only process it may signal, so that abort() works.
        machine: `os.uname().machine`.
        writing: where files may be opened for writing.

    Raises:
        OSError: no list of calls is known for this machine.
    """
    if machine not in ARCHITECTURES:
        raise OSError(errno.ENOSYS, f"no list of system calls for {machine}")
    token, column = ARCHITECTURES[machine]
    plain, pretended, absent = _lists(writing)
    code = [_op(LOAD, 4), _op(JEQ, token, 1, 0), _op(RET, KILL), _op(LOAD, 0)]
    code += [_op(JGE, 0x40000000, 0, 1), _op(RET, ERRNO | errno.EPERM)] if machine == "x86_64" else []  # x32
    for numbers, answer in ((plain, ALLOW), (pretended, ERRNO), (absent, ERRNO | errno.ENOSYS)):
        code += _answer([pair[column] for pair in numbers.values() if pair[column] >= 0], answer)
    for number, block in _checked(pid, writing):
        if number[column] >= 0:
            code += [_op(JEQ, number[column], 0, len(block)), *block]
    return b"".join([*code, _op(RET, ERRNO | errno.EPERM)])


def _lists(writing: Writing) -> tuple[Calls, Calls, Calls]:
    """Return the calls that are allowed with any arguments, those reported as done, and those reported as unknown."""
    if writing is Writing.NOWHERE:
        return PLAIN, PRETEND, ABSENT
    if writing is Writing.MOUNT:
        return PLAIN | SCRATCH, PRETEND, ABSENT
    kept = {name: numbers for name, numbers in SCRATCH.items() if name not in GONE | COUNTED}
    return PLAIN | kept, PRETEND | GONE, ABSENT | COUNTED


def _answer(numbers: list[int], answer: int) -> list[bytes]:
    """Give all of them the same answer, which the program contains once: every worker pays for its length."""
    last = len(numbers) - 1
    return [*(_op(JEQ, number, last - at, at == last) for at, number in enumerate(numbers)), _op(RET, answer)]


def _checked(pid: int, writing: Writing) -> list[tuple[tuple[int, int], list[bytes]]]:
    """Return the calls that are allowed for some arguments only; each block ends in an answer."""
    opens = [(OPEN, 1), (OPENAT, 2)]
    return [
        *((number, _opening(flags, writing)) for number, flags in opens),
        (IOCTL, _one_of(1, IOCTLS)),
        (FCNTL, _one_of(1, FCNTLS)),
        (PRLIMIT, _one_of(2, (0,), high=True)),  # to read limits, not to change them, least of all another's
        (TGKILL, _one_of(0, (pid,))),
        (CLOSE, _none_of(0, (RECORD_DESCRIPTOR,))),
    ]


def _opening(flags: int, writing: Writing) -> list[bytes]:
    if writing is Writing.MOUNT:
        return [_op(RET, ALLOW)]
    if writing is Writing.FOLDER:
        return _refuse_bits(flags, NAMELESS, errno.EOPNOTSUPP)
    return _refuse_bits(flags, WRITE_FLAGS, errno.EACCES)


def _one_of(argument: int, values: tuple[int, ...], *, high: bool = False) -> list[bytes]:
    block = [_op(LOAD, 16 + 8 * argument + 4), _op(JEQ, 0, 1, 0), _op(RET, ERRNO | errno.EPERM)] if high else []
    block.append(_op(LOAD, 16 + 8 * argument))
    for value in values:
        block += [_op(JEQ, value, 0, 1), _op(RET, ALLOW)]
    return [*block, _op(RET, ERRNO | errno.EPERM)]


def _none_of(argument: int, values: tuple[int, ...]) -> list[bytes]:
    refused = [part for value in values for part in (_op(JEQ, value, 0, 1), _op(RET, ERRNO | errno.EPERM))]
    return [_op(LOAD, 16 + 8 * argument), *refused, _op(RET, ALLOW)]


def _refuse_bits(argument: int, bits: int, error: int) -> list[bytes]:
    return [_op(LOAD, 16 + 8 * argument), _op(JSET, bits, 0, 1), _op(RET, ERRNO | error), _op(RET, ALLOW)]


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)
