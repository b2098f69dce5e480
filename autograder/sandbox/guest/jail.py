"""What a worker gives up before it sees student code. Each measure names the attack that it stops.

The fork server prepares everything once (`Jail`), and a worker makes little more than the system calls: every line of
Python that runs for the first time copies pages that are shared until then, and there are many workers.

ctypes on purpose: the security core contains no third-party code, and each step is a system call that can be looked up.
"""

import contextlib
import ctypes
import os
import resource
import struct
import tempfile
from pathlib import Path
from typing import Any

from . import landlock, seccomp
from .exceptions import SCRATCH, no_scratch
from .syscalls import CAPSET, MOUNT, PRCTL, UNSHARE, call, keep_memory_private

SET_PDEATHSIG, CAPBSET_DROP, SET_NO_NEW_PRIVS = 1, 24, 38
OWN_NAMESPACES = 0x00020000 | 0x10000000 | 0x08000000  # of mounts, users, and shared memory
EVERYTHING_PRIVATE = ctypes.c_ulong(0x4000 | 0x40000)  # MS_REC | MS_PRIVATE
NO_PROGRAMS = ctypes.c_ulong(2 | 4 | 8)  # MS_NOSUID | MS_NODEV | MS_NOEXEC
SCRATCH_OPTIONS = b"size=32m,nr_inodes=2000,mode=700"
HIDDEN_OPTIONS = b"size=4k,nr_inodes=2,mode=500"
CAPABILITIES = range(64)  # more than exist; those beyond the last one are refused
NO_CAPABILITY = (struct.pack("<Ii", 0x20080522, 0), bytes(24))
SIGKILL = 9


class Jail:
    """All measures, in an order in which each is still possible; entered by one worker after the other."""

    def __init__(self, configuration: dict[str, Any]) -> None:
        self._memory_bytes: int = configuration["memory_bytes"]
        self._cpu_seconds: int = configuration["cpu_seconds"]
        self.measure_memory()
        self._mount_point: str | None = configuration["mount_point"]
        self._uid: int | None = configuration["uid"]
        self._rules = _rules(configuration) if configuration["landlock"] else {}
        self._devices = landlock.open_devices()
        self._filters = {writing: seccomp.Filter(writing) for writing in seccomp.Writing}

    def measure_memory(self) -> None:
        """Set the memory limit of workers relative to what this process maps now."""
        self._limits = _limits(self._memory_bytes, self._cpu_seconds)

    def enter(self, channel: int, folder: str | None = None) -> None:
        """Give up everything but `channel`, the record, standard output and standard error. There is no way back.

        Args:
            channel: the socket to the grader.
            folder: where this worker may write; None if it mounts a folder of its own, or may write nowhere.
        """
        own_rules = [landlock.rules_for_writing(folder, self._devices)] if folder else []
        leave_group_and_files({0, 1, 2, channel, seccomp.RECORD_DESCRIPTOR, *self._rules.values(), *own_rules})
        for name, limit in self._limits:
            resource.setrlimit(name, limit)
        keep_memory_private(private=False)  # a copy of the fork server, hence without secrets; until `kill_with_parent`
        prefer_for_oom_kill()
        writing = self._writing(folder)
        writable = writing is not seccomp.Writing.NOWHERE
        if self._uid is not None:
            drop_to_uid(self._uid)
        drop_capabilities()
        kill_with_parent()
        no_new_privileges()
        # Each ruleset is merged into a copy of the ones before, so the one with few rules is entered first.
        for rules in [*own_rules, *([self._rules[writable]] if self._rules else [])]:
            landlock.enter(rules)
        for rules in [*self._rules.values(), *own_rules]:
            os.close(rules)
        self._filters[writing].install()

    def _writing(self, folder: str | None) -> seccomp.Writing:
        """Mount or enter the folder that the worker may write to, if there is one."""
        if folder is not None:
            use_folder(folder)
            return seccomp.Writing.FOLDER
        if self._mount_point is not None and mount_scratch(self._mount_point):
            return seccomp.Writing.MOUNT
        no_scratch()
        return seccomp.Writing.NOWHERE


def _limits(memory_bytes: int, cpu_seconds: int) -> list[tuple[int, tuple[int, int]]]:
    """Memory beyond what the fork server maps, CPU time as a backstop of the wall clock, no core dumps, small files."""
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
    """Return the rulesets of workers with a folder of their own, and of those without."""
    read, mount_point, root = (configuration[name] for name in ("read", "mount_point", "scratch_root"))
    write = str(Path(mount_point).parent) if mount_point else root
    return {
        writable: landlock.make_ruleset(read, write if writable else None)
        for writable in ((True, False) if write else (False,))
    }


def leave_group_and_files(keep: set[int]) -> None:
    """kill(0) must not reach the fork server, and only the worker's own descriptors may be open."""
    os.setsid()
    last = 0
    for descriptor in sorted({*keep, 4096}):
        if descriptor > last:  # an empty range would mean "to the end"
            os.closerange(last, descriptor)
        last = descriptor + 1


def mount_scratch(folder: str) -> bool:
    """Enter new user, mount and IPC namespaces with an empty folder: files and shared memory end with the worker.

    Returns False if this machine refuses a namespace inside the sandbox; then Landlock and the filter refuse all
    writing. Called while /proc/self belongs to this user.
    """
    uid, gid = os.getuid(), os.getgid()
    try:
        call(UNSHARE, OWN_NAMESPACES)
        _write("/proc/self/setgroups", b"deny")
        _write("/proc/self/uid_map", b"%d %d 1" % (uid, uid))
        _write("/proc/self/gid_map", b"%d %d 1" % (gid, gid))
        call(MOUNT, b"none", b"/", None, EVERYTHING_PRIVATE, None)
        call(MOUNT, b"tmpfs", folder.encode(), b"tmpfs", NO_PROGRAMS, SCRATCH_OPTIONS)
        call(MOUNT, b"tmpfs", b"/proc", b"tmpfs", NO_PROGRAMS, HIDDEN_OPTIONS)  # hides other processes
        os.chdir(folder)
    except OSError:
        return False
    return True


def use_folder(folder: str) -> None:
    """Work in a folder that was created for this worker, and have the libraries put their files there."""
    SCRATCH.path = folder
    os.chdir(folder)
    os.environ |= dict.fromkeys(("HOME", "TMPDIR", "TORCHINDUCTOR_CACHE_DIR"), folder)
    tempfile.tempdir = folder  # set, so that it does not try folders out: its test file would remain


def _write(path: str, text: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text)
    finally:
        os.close(descriptor)


def drop_capabilities() -> None:
    """Give up all capabilities, whatever the uid."""
    for capability in CAPABILITIES:
        if PRCTL(CAPBSET_DROP, capability, 0, 0, 0) < 0:  # beyond the last one, or without the right to drop any
            break
    call(CAPSET, *NO_CAPABILITY)


def drop_to_uid(uid: int) -> None:
    """Become an ordinary user for good: Landlock does not cover the modes and owners of files."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def prefer_for_oom_kill() -> None:
    """If the machine runs out of memory, the kernel kills workers before the fork server and the grader."""
    with contextlib.suppress(OSError):
        _write("/proc/self/oom_score_adj", b"1000")


def kill_with_parent() -> None:
    """No worker outlives the fork server. Called after every change of uid, because that clears the request."""
    call(PRCTL, SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    keep_memory_private()


def no_new_privileges() -> None:
    """No set-uid program can restore privileges; also required for an ordinary user to install a filter."""
    call(PRCTL, SET_NO_NEW_PRIVS, 1, 0, 0, 0)
