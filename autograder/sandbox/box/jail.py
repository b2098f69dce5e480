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
import tempfile
from pathlib import Path
from typing import Any

from . import landlock, record, seccomp
from .failures import SCRATCH
from .refusals import no_scratch
from .system import CAPSET, MOUNT, PRCTL, UNSHARE, call, keep_memory_private

SET_PDEATHSIG, CAPBSET_DROP, SET_NO_NEW_PRIVS = 1, 24, 38
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
        self._memory_bytes: int = configuration["memory_bytes"]
        self._cpu_seconds: int = configuration["cpu_seconds"]
        self.measure_memory()
        self._mount_point: str | None = configuration["mount_point"]
        self._uid: int | None = configuration["uid"]
        self._rules = _rules(configuration) if configuration["landlock"] else {}
        self._filters = {writing: seccomp.Filter(writing) for writing in seccomp.Writing}

    def measure_memory(self) -> None:
        """Let workers take so much memory over what this process maps now."""
        self._limits = _limits(self._memory_bytes, self._cpu_seconds)

    def enter(self, channel: int, folder: str | None = None) -> None:
        """Give up everything but `channel`, the record, standard output and standard error. There is no way back.

        Args:
            channel: the socket to the grader.
            folder: where this worker may write; None where it mounts a folder of its own, or may write nowhere.
        """
        own_rules = [landlock.rules_for_writing(folder)] if folder else []
        leave_group_and_files({0, 1, 2, channel, record.DESCRIPTOR, *self._rules.values(), *own_rules})
        for name, limit in self._limits:
            resource.setrlimit(name, limit)
        keep_memory_private(private=False)  # a copy of the warm process, hence without secrets; until `die_with_parent`
        die_first()
        writing = self._writing(folder)
        writable = writing is not seccomp.Writing.NOWHERE
        if self._uid is not None:
            give_up_root(self._uid)
        drop_capabilities()
        die_with_parent()
        no_new_privileges()
        for rules in [*([self._rules[writable]] if self._rules else []), *own_rules]:
            landlock.enter(rules)
        for rules in [*self._rules.values(), *own_rules]:
            os.close(rules)
        self._filters[writing].install()

    def _writing(self, folder: str | None) -> seccomp.Writing:
        """Make or take the folder that the worker may write to, if there is one."""
        if folder is not None:
            use_folder(folder)
            return seccomp.Writing.FOLDER
        if self._mount_point is not None and private_scratch(self._mount_point):
            return seccomp.Writing.MOUNT
        no_scratch()
        return seccomp.Writing.NOWHERE


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
    read, mount_point, root = (configuration[name] for name in ("read", "mount_point", "scratch_root"))
    write = str(Path(mount_point).parent) if mount_point else root
    return {
        writable: landlock.rules(read, write if writable else None)
        for writable in ((True, False) if write else (False,))
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
    filter see to it. Called while /proc/self belongs to this user.
    """
    uid, gid = os.getuid(), os.getgid()
    try:
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


def use_folder(folder: str) -> None:
    """Work in a folder that was made for this worker, and have the libraries put their files there."""
    SCRATCH.path = folder
    os.chdir(folder)
    os.environ |= dict.fromkeys(("HOME", "TMPDIR", "TORCHINDUCTOR_CACHE_DIR"), folder)
    tempfile.tempdir = folder  # not to be tried out: what is written for that would stay


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
    keep_memory_private()


def no_new_privileges() -> None:
    """No set-uid program can give anything back; also what lets an ordinary user install a filter."""
    call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0)
