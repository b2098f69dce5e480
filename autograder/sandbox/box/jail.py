"""What a worker gives up before it sees student code. Each measure names the attack that it stops.

All that can be worked out beforehand is worked out by the warm process, once (`Jail`). A worker makes little more than
the calls: a line of Python that nobody ran before copies pages that are shared until then, and there are many workers.

ctypes on purpose: the security core holds no third-party code, and each step is a system call one can look up.
"""

import contextlib
import ctypes
import os
import resource
import struct
from pathlib import Path
from typing import Any

from . import landlock, seccomp
from .system import CAPSET, MOUNT, PRCTL, UNSHARE, call

SET_PDEATHSIG, SET_DUMPABLE, CAPBSET_DROP, SET_NO_NEW_PRIVS = 1, 4, 24, 38
OWN_NAMESPACES = 0x00020000 | 0x10000000 | 0x08000000  # of mounts, users, and shared memory
EVERYTHING_PRIVATE = ctypes.c_ulong(0x4000 | 0x40000)  # MS_REC | MS_PRIVATE
NO_PROGRAMS = ctypes.c_ulong(2 | 4 | 8)  # MS_NOSUID | MS_NODEV | MS_NOEXEC
SCRATCH_OPTIONS = b"size=32m,nr_inodes=2000,mode=700"
HIDDEN_OPTIONS = b"size=4k,nr_inodes=2,mode=500"
CAPABILITIES = range(64)  # more than there are; those beyond the last one are refused
NO_CAPABILITY = (struct.pack("<Ii", 0x20080522, 0), bytes(24))
SIGKILL = 9


class Jail:
    """All measures, in the order in which they remain possible; entered by one worker after the other."""

    def __init__(self, configuration: dict[str, Any]) -> None:
        self._limits = _limits(configuration["memory_bytes"], configuration["cpu_seconds"])
        self._scratch: str | None = configuration["scratch"]
        self._uid: int | None = configuration["uid"]
        self._rules = _rules(configuration) if configuration["landlock"] else {}
        self._filters = {True: seccomp.Filter(writable=True), False: seccomp.Filter(writable=False)}

    def enter(self, channel: int) -> None:
        """Give up everything but `channel`, standard output and standard error. There is no way back."""
        leave_group_and_files({0, 1, 2, channel, *self._rules.values()})
        for name, limit in self._limits:
            resource.setrlimit(name, limit)
        die_first()
        writable = self._scratch is not None and private_scratch(self._scratch)
        if self._uid is not None:
            give_up_root(self._uid)
        drop_capabilities()
        die_with_parent()
        no_new_privileges()
        if self._rules:
            landlock.enter(self._rules[writable])
        for rules in self._rules.values():
            os.close(rules)
        self._filters[writable].install()


def _limits(memory_bytes: int, cpu_seconds: int) -> list[tuple[int, tuple[int, int]]]:
    """Memory over what the warm process maps, CPU time as a backstop of the wall clock, no cores, no large files."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limits = {
        resource.RLIMIT_AS: pages * resource.getpagesize() + memory_bytes,
        resource.RLIMIT_CPU: cpu_seconds,
        resource.RLIMIT_FSIZE: 16 << 20,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MSGQUEUE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_SIGPENDING: 64,
    }
    return [(name, (value, value)) for name, value in limits.items()]


def _rules(configuration: dict[str, Any]) -> dict[bool, int]:
    """The rules of workers that have a folder of their own, and of those that have none."""
    read, scratch = configuration["read"], configuration["scratch"]
    return {
        writable: landlock.rules(read, str(Path(scratch).parent) if writable else None)
        for writable in ((True, False) if scratch else (False,))
    }


def leave_group_and_files(keep: set[int]) -> None:
    """kill(0) must not reach the zygote, and no descriptor but the worker's own may be open."""
    os.setsid()
    last = 0
    for descriptor in sorted({*keep, 4096}):
        if descriptor > last:  # an empty range would mean "to the end"
            os.closerange(last, descriptor)
        last = descriptor + 1


def private_scratch(folder: str) -> bool:
    """Own user, mount and IPC namespaces with an empty folder: files and shared memory end with the worker.

    False where this machine refuses a namespace inside the sandbox; then nothing can be written: Landlock and the
    filter see to it.
    """
    uid, gid = os.getuid(), os.getgid()
    try:
        call(PRCTL, SET_DUMPABLE, 1, 0, 0, 0)  # else /proc/self/*_map belong to root
        call(UNSHARE, OWN_NAMESPACES)
        _write("/proc/self/setgroups", b"deny")
        _write("/proc/self/uid_map", b"%d %d 1" % (uid, uid))
        _write("/proc/self/gid_map", b"%d %d 1" % (gid, gid))
        call(MOUNT, b"none", b"/", None, EVERYTHING_PRIVATE, None)
        call(MOUNT, b"tmpfs", folder.encode(), b"tmpfs", NO_PROGRAMS, SCRATCH_OPTIONS)
        call(MOUNT, b"tmpfs", b"/proc", b"tmpfs", NO_PROGRAMS, HIDDEN_OPTIONS)  # no look at other processes
        os.chdir(folder)
    except OSError:
        return False
    return True


def _write(path: str, text: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text)
    finally:
        os.close(descriptor)


def drop_capabilities() -> None:
    """Whatever the uid, nothing may be done with its powers."""
    for capability in CAPABILITIES:  # fails beyond the last capability, or where there is none left
        PRCTL(CAPBSET_DROP, capability, 0, 0, 0)
    call(CAPSET, *NO_CAPABILITY)


def give_up_root(uid: int) -> None:
    """Become an ordinary user for good: Landlock does not cover the modes and owners of files."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def die_first() -> None:
    """Where the machine runs out of memory, the kernel ends workers before the zygote and the grader."""
    with contextlib.suppress(OSError):
        _write("/proc/self/oom_score_adj", b"1000")


def die_with_parent() -> None:
    """No worker outlives the zygote. After every change of uid, because that clears the request."""
    call(PRCTL, SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    call(PRCTL, SET_DUMPABLE, 0, 0, 0, 0)


def no_new_privileges() -> None:
    """No set-uid program can give anything back; also what lets an ordinary user install a filter."""
    call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0)
