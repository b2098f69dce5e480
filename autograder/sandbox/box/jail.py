"""What a worker gives up before it sees student code. Each measure names the attack that it stops.

ctypes on purpose: the security core holds no third-party code, and each step is a system call one can look up.
"""

import contextlib
import ctypes
import os
import resource
import struct
from pathlib import Path

from . import seccomp

LIBC = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP = 1, 4, 38, 24
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWIPC = 0x00020000, 0x10000000, 0x08000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 0x40000
SIGKILL = 9
LANDLOCK_CREATE, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT = 444, 445, 446
READ_FILE, READ_DIR, WRITE_FILE = 1 << 2, 1 << 3, 1 << 1
MAKE_AND_REMOVE = (1 << 4) | (1 << 5) | (1 << 7) | (1 << 8)  # remove dir, remove file, make dir, make regular file
TRUNCATE = 1 << 14


class JailError(OSError):
    """A measure could not be taken; the worker must not run student code."""


def _call(name: str, *arguments: object) -> int:
    result: int = getattr(LIBC, name)(*arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise JailError(code, f"{name}: {os.strerror(code)}")
    return result


def _syscall(number: int, *arguments: object) -> int:
    return _call("syscall", ctypes.c_long(number), *arguments)


def leave_group_and_files(keep: set[int]) -> None:
    """kill(0) must not reach the zygote, and no descriptor but the worker's own may be open."""
    os.setsid()
    last = 0
    for descriptor in sorted({*keep, 4096}):
        if descriptor > last:  # an empty range would mean "to the end"
            os.closerange(last, descriptor)
        last = descriptor + 1


def private_scratch(folder: str, size: str = "32m", inodes: int = 2000) -> None:
    """Own user, mount and IPC namespaces with an empty folder: files and shared memory end with the worker."""
    uid, gid = os.getuid(), os.getgid()
    _call("prctl", PR_SET_DUMPABLE, 1, 0, 0, 0)  # else /proc/self/*_map belong to root
    _call("unshare", CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWIPC)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        Path(f"/proc/self/{name}").write_text(text)
    _call("mount", b"none", b"/", None, ctypes.c_ulong(MS_REC | MS_PRIVATE), None)
    flags = ctypes.c_ulong(MS_NOSUID | MS_NODEV | MS_NOEXEC)
    _call("mount", b"tmpfs", folder.encode(), b"tmpfs", flags, f"size={size},nr_inodes={inodes},mode=700".encode())
    _call("mount", b"tmpfs", b"/proc", b"tmpfs", flags, b"size=4k,nr_inodes=2,mode=500")  # no look at other processes
    os.chdir(folder)


def drop_capabilities() -> None:
    """Whatever the uid, nothing may be done with its powers."""
    for capability in range(64):
        LIBC.prctl(
            PR_CAPBSET_DROP, capability, 0, 0, 0
        )  # fails beyond the last capability, or where there is none left
    header, data = struct.pack("<Ii", 0x20080522, 0), bytes(24)
    _call("capset", header, data)


def give_up_root(uid: int) -> None:
    """Become an ordinary user for good: Landlock does not cover the modes and owners of files."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def limit(memory_bytes: int, cpu_seconds: int) -> None:
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
    for name, value in limits.items():
        resource.setrlimit(name, (value, value))


def die_first() -> None:
    """Where the machine runs out of memory, the kernel ends workers before the zygote and the grader."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def die_with_parent() -> None:
    """No worker outlives the zygote. After every change of uid, because that clears the request."""
    _call("prctl", PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    _call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)


def landlock_version() -> int:
    """The kernel's Landlock ABI, 0 where there is none."""
    return max(0, int(LIBC.syscall(ctypes.c_long(LANDLOCK_CREATE), None, ctypes.c_size_t(0), ctypes.c_uint(1))))


def see_only(read: list[str], write: list[str]) -> None:
    """Landlock: the files of the interpreter can be read, the scratch folder written, and nothing else exists."""
    version = landlock_version()
    handled = (1 << 13) - 1 if version == 1 else (1 << 14) - 1 if version == 2 else (1 << 15) - 1
    attribute = struct.pack("<Q", handled)
    ruleset = _syscall(LANDLOCK_CREATE, attribute, ctypes.c_size_t(len(attribute)), ctypes.c_uint(0))
    truncate = TRUNCATE if handled & TRUNCATE else 0
    for paths, rights in (
        (read, READ_FILE | READ_DIR),
        (write, READ_FILE | READ_DIR | WRITE_FILE | MAKE_AND_REMOVE | truncate),
    ):
        for path in paths:
            _allow(ruleset, path, rights)
    _syscall(LANDLOCK_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint(0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    rights &= ~(READ_DIR | MAKE_AND_REMOVE) if not os.path.isdir(path) else rights  # noqa: PTH112 - pathlib is slower here
    rule = struct.pack("<Qi", rights, descriptor)
    _syscall(LANDLOCK_ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), rule, ctypes.c_uint(0))
    os.close(descriptor)


def no_new_privileges() -> None:
    """No set-uid program can give anything back; also what lets an ordinary user install a filter."""
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def filter_system_calls(*, writable: bool) -> None:
    """The one layer that is never optional: no processes, threads, sockets, signals, shared memory, tracing."""
    program = seccomp.program(os.getpid(), os.uname().machine, writable=writable)
    buffer = ctypes.create_string_buffer(program, len(program))
    fprog = struct.pack("<HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    _call("prctl", 22, 2, fprog, 0, 0)  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
