"""Starting a zygote at a level of isolation. Imports no torch: the zygote's import can run beside the grader's."""

import contextlib
import enum
import errno
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from autograder.course import Limits
from autograder.sandbox import environment
from autograder.sandbox.box import landlock
from autograder.sandbox.box.failures import Scratch
from autograder.sandbox.box.system import keep_memory_private
from autograder.sandbox.forked import process_number
from autograder.sandbox.scratch import ScratchRoot

Configuration = dict[str, object]  # what the zygote is told, as JSON

NOBODY = 65534
MOUNT_POINT = Scratch.NAME  # in a folder of its own, for which the rule is


class Level(enum.StrEnum):
    """How a worker is kept apart, strongest first."""

    BWRAP = "bwrap"  # own namespaces, read-only system, private scratch folder, Landlock, seccomp
    LANDLOCK = "landlock"  # no namespaces: Landlock hides the files, seccomp everything else; private scratch folder
    SECCOMP = "seccomp"  # no Landlock: what the grading user may read can be read, nothing written; only if asked for


@dataclass(frozen=True)
class Launched:
    """A process that is still importing torch, and the control socket to it."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    errors: IO[bytes]
    scratch: ScratchRoot | None  # for the folders of its workers, where they mount none

    def kill(self) -> None:
        """End it, also where it was started by the process that this one was forked from."""
        with contextlib.suppress(ProcessLookupError):
            if self.process.returncode is None:  # `Popen.kill` does nothing to a process that is no child of ours
                os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def let_go(self, *, keep_files: bool = False) -> None:
        """Close our ends; `keep_files`: another process of ours goes on with it."""
        self.control.close()
        self.errors.close()
        if self.scratch is not None and not keep_files:
            self.scratch.remove()

    @property
    def process_id(self) -> int:
        """Its number."""
        return self.process.pid


@dataclass(frozen=True)
class Copied:
    """A copy of such a process, which is that one's child, with a control socket of its own."""

    handle: int
    control: socket.socket
    errors: IO[bytes]
    scratch: ScratchRoot | None  # that of the first one, which removes it

    def kill(self) -> None:
        """End it; its parent buries it."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, signal.SIGKILL)

    def let_go(self, *, keep_files: bool = False) -> None:  # noqa: ARG002 - it has none of its own
        """Close our ends and the handle."""
        self.control.close()
        self.errors.close()
        os.close(self.handle)

    @property
    def process_id(self) -> int:
        """Its number outside the sandbox."""
        return process_number(self.handle)


def launch(level: Level, limits: Limits) -> Launched:
    """Start a zygote; returns at once, long before it is ready.

    Raises:
        FileNotFoundError: the level needs a program that is not installed.
    """
    keep_memory_private()  # this process has the answers, and so has every copy of it
    uid = _worker_uid(level)
    scratch = _scratch_root(level, uid)
    configuration = _configuration(level, limits, uid, scratch)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    errors = _memory_file()
    try:
        command = bwrap_command if level is Level.BWRAP else plain_command
        process = subprocess.Popen(  # noqa: S603 - our own command, no shell
            command(theirs.fileno(), configuration),
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            cwd="/",
            env=environment.child_environment(MOUNT_POINT if level is Level.BWRAP else None),
        )
    except BaseException:
        if scratch is not None:
            scratch.remove()
        raise
    finally:
        theirs.close()
    return Launched(process, ours, errors, scratch)


def _scratch_root(level: Level, uid: int | None) -> ScratchRoot | None:
    """Where workers get their folders from; None where they mount their own, or nothing would keep them inside."""
    if level is not Level.LANDLOCK or not landlock.confines_writing():
        return None
    try:
        root = ScratchRoot(uid)
    except OSError:  # this user has no temporary folder: nothing can be written then, and what needs it is not run
        return None
    if uid is not None and not all(parent.stat().st_mode & 0o001 for parent in root.path.parents):
        root.remove()  # a temporary folder of root's own, through which the workers' user may not pass
        return None
    return root


def _memory_file() -> IO[bytes]:
    return os.fdopen(os.memfd_create("zygote-errors"), "w+b")


def bwrap_command(control: int, configuration: Configuration) -> list[str]:
    """A system of its own: what a worker may read, read-only, and nothing else."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise FileNotFoundError("bubblewrap (bwrap) is not installed")
    command = [bwrap, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--uid", "1000", "--gid", "1000", "--hostname", "sandbox"]
    command += _shown()
    command += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--dir", MOUNT_POINT]
    command += ["--ro-bind", str(environment.BOX), "/sandbox/box", "--remount-ro", "/", "--chdir", MOUNT_POINT, "--"]
    return [*command, *_python("/sandbox", control, configuration)]


def _shown() -> list[str]:
    """The standard library in one piece: each worker has to copy, and take down, every single mount."""
    hidden = environment.outside_system(environment.installed_inside())
    found = [*environment.interpreter_paths(), environment.standard_library()]
    before = [*environment.system_paths(), *environment.outside_system(found)]
    after = environment.outside_system(environment.library_paths())
    return [
        *(word for path in before for word in _bind(path)),
        *(word for path in hidden for word in ("--tmpfs", str(path))),
        *(word for path in after for word in _bind(path)),
        *(word for path in hidden for word in ("--remount-ro", str(path))),
    ]


def _bind(path: Path) -> list[str]:
    if path.is_symlink() and path.parent == Path("/"):  # /lib -> usr/lib on merged systems
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)]


def plain_command(control: int, configuration: Configuration) -> list[str]:
    """No system package at all: the workers lock themselves up."""
    return _python(str(environment.BOX.parent), control, configuration)


def _python(folder: str, control: int, configuration: Configuration) -> list[str]:
    # No garbage is collected while it imports, nor later: only workers, of whom it makes many, have any.
    code = f"import gc, sys; gc.disable(); sys.path.insert(0, {folder!r}); from box.zygote import main; main()"
    return [sys.executable, "-P", "-s", "-c", code, str(control), json.dumps(configuration)]


def _configuration(level: Level, limits: Limits, uid: int | None, scratch: ScratchRoot | None) -> Configuration:
    inside = level is Level.BWRAP
    readable = [str(path) for path in environment.readable_paths(mounted=inside)]
    return {
        "mount_point": MOUNT_POINT if inside else None,
        "scratch_root": str(scratch.path) if scratch else None,
        "uid": uid,
        "landlock": level is Level.LANDLOCK or (inside and landlock.version() > 0),
        "read": readable,
        "memory_bytes": limits.memory_mb << 20,
        "cpu_seconds": int(limits.seconds_per_exercise) + 1,
        "printed_bytes": limits.printed_kb << 10,
    }


def _worker_uid(level: Level) -> int | None:
    """The user that workers become; None where they stay who they are."""
    can_change = level is not Level.BWRAP and os.geteuid() == 0
    return NOBODY if can_change and _reachable_by_all() and _nobody_is_mapped() else None


def _reachable_by_all() -> bool:
    """Whether another user could import what the worker has not imported yet."""
    parents = {parent for path in environment.readable_paths() for parent in path.parents}
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in parents)


def _nobody_is_mapped() -> bool:
    """Whether root can become another user; not where it is the only one, as in a user namespace of one's own.

    Such a root has the powers of the user who made the namespace and no more, and workers lose them.
    """
    try:
        subprocess.run(["/bin/true"], user=NOBODY, group=NOBODY, extra_groups=[], check=False)
    except OSError as error:
        return error.errno not in (errno.EPERM, errno.EINVAL)  # another one comes after the change
    return True
