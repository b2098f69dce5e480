"""An attack of our own, run inside a worker at every start: each line tries something that must be refused.

It is sent over the wire as a submission. `try_escapes` returns what was *not* refused, in words: nothing, if the
sandbox works. `look_around` returns what a worker can find out without opening a file.
"""

import ctypes
import os
import resource
import socket
from collections.abc import Callable, Sequence
from functools import partial


def try_escapes(hidden: list[str], shown: list[str], writable: list[str], parent: int, memory: int) -> list[str]:
    """Try everything; `hidden` are paths that must not be readable, `writable` folders that must not be writable.

    A hidden folder may exist if it is a parent of something in `shown`, as long as it contains nothing else.
    """
    escapes = [f"can read {path}" for path in hidden if _works(partial(_read, path, shown))]
    escapes += [f"can write in {folder}" for folder in writable if _works(partial(_write, folder))]
    for text, trial in _trials(parent, memory).items():
        if _works(trial):
            escapes.append(text)
    return escapes


def look_around(file: str, host: str, parent: int) -> list[str]:
    """Return what a worker learns about the machine; `file` is one that it cannot open."""
    looks: dict[str, Callable[[], object]] = {
        "that a file exists, its size, owner and times, where it knows or guesses the path": lambda: os.stat(file),  # noqa: PTH116
        "how full the disk is": lambda: os.statvfs(os.path.dirname(file)),  # noqa: PTH120
        "the host name": lambda: _positive(os.uname().nodename == host),
        "which process numbers exist": lambda: os.stat(f"/proc/{parent}"),  # noqa: PTH116
    }
    return [text for text, look in looks.items() if _works(look)]


def _trials(parent: int, memory: int) -> dict[str, Callable[[], object]]:
    call = ctypes.CDLL(None, use_errno=True).syscall
    unshare, ptrace = {"aarch64": (97, 117)}.get(os.uname().machine, (272, 101))
    return {
        "can make a network socket": socket.socket,
        "can make a local socket": lambda: socket.socket(socket.AF_UNIX),
        "can start a process": lambda: os.fork() or os._exit(0),
        "can start a program": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "can signal the process above": lambda: os.kill(os.getppid() or parent, 0),
        "can signal the grader": lambda: os.kill(parent, 0),
        "can signal everyone": lambda: os.kill(-1, 0),
        "can read the environment of others": lambda: _read("/proc/1/environ"),
        "can read the grader's environment": lambda: _read(f"/proc/{parent}/environ"),
        "can read the environment above": lambda: _read(f"/proc/{os.getppid()}/environ"),
        "can open the memory above": lambda: open(f"/proc/{os.getppid()}/mem", "rb").close(),  # noqa: PTH123
        "can read the grader's memory": lambda: _read_memory(parent),
        "can read the memory above": lambda: _read_memory(os.getppid()),
        "can make anonymous files": lambda: os.memfd_create("probe"),
        "can make namespaces": lambda: _positive(call(unshare, 0x10000000) + 1),
        "can trace": lambda: _positive(call(ptrace, 16, os.getppid(), 0, 0) + 1),
        "can raise its limits": lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
        "can take more memory than its limit": lambda: bytearray(memory),
        "is root": lambda: _positive(os.geteuid() == 0 and _has_capabilities()),
    }


def _works(trial: Callable[[], object]) -> bool:
    try:
        trial()
    except BaseException:  # noqa: BLE001 - whatever the refusal looks like
        return False
    return True


def _read(path: str, shown: Sequence[str] = ()) -> None:
    if os.path.isdir(path):  # noqa: PTH112 - runs in a bare worker
        inside = [f"{path}/{name}" for name in os.listdir(path)]  # noqa: PTH208
        if all(any(f"{way}/".startswith(f"{item}/") for way in shown) for item in inside):
            raise OSError("nothing to see")
    else:
        open(path, "rb").read(1)  # noqa: PTH123, SIM115


def _read_memory(process: int) -> None:
    """Read the first bytes of the first readable part of a process's memory."""
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb") as memory:  # noqa: PTH123
        memory.seek(int(maps.readline().split("-")[0], 16))
        memory.read(8)


def _write(folder: str) -> None:
    open(f"{folder}/probe", "w").close()  # noqa: PTH123


def _positive(value: object) -> None:
    if not value or (isinstance(value, int) and value < 1):
        raise OSError("refused")


def _has_capabilities() -> bool:
    os.setuid(0)
    os.chown("/", 0, 0)
    return True
