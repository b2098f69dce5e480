"""Starts a fork server at a level of isolation. Imports no torch: both processes can import it at the same time."""

import contextlib
import errno
import fcntl
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

from autograder.course import Limits, load_course
from autograder.course.code import course_source
from autograder.sandbox.guest import landlock
from autograder.sandbox.guest.exceptions import Scratch
from autograder.sandbox.guest.syscalls import keep_memory_private
from autograder.sandbox.host import environment
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.scratch import ScratchRoot

Configuration = dict[str, object]  # passed to the fork server as JSON

ARGUMENTS = "shared.arguments"  # the module of the course that builds arguments of checks
NOBODY = 65534
ENDING_SECONDS = 1.0
FIRST_FREE = 3  # the number of a file that is none of the standard streams
MOUNT_POINT = Scratch.NAME  # in a folder of its own, to which the Landlock rule applies


@dataclass(frozen=True)
class ServerProcess:
    """A process that is still importing torch, and the control socket to it."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    errors: IO[bytes]
    scratch: ScratchRoot | None  # contains the folders of its workers, where they mount none

    def kill(self) -> None:
        """Kill it, even if it was started by the process that this one was forked from."""
        with contextlib.suppress(ProcessLookupError):
            if self.process.returncode is None:  # `Popen.kill` does nothing to a process that is not our child
                os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ending(self) -> str:
        """Return how it ended; empty if it has not, but one that has closed its socket is given a moment."""
        try:
            status = self.process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            return ""
        return f"it ended by signal {-status}" if status < 0 else f"it ended with status {status}"

    def close_handles(self, *, keep_files: bool = False) -> None:
        """Close our ends; with `keep_files`, another process of ours goes on using it."""
        self.control.close()
        self.errors.close()
        if self.scratch is not None and not keep_files:
            self.scratch.remove()

    @property
    def process_id(self) -> int:
        """Its process number."""
        return self.process.pid


@dataclass(frozen=True)
class ServerCopy:
    """A copy (and child) of a fork server, with a control socket of its own."""

    handle: int
    control: socket.socket
    errors: IO[bytes]
    scratch: ScratchRoot | None  # belongs to the original, which removes it

    def kill(self) -> None:
        """Kill the process; its parent reaps it."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.handle, signal.SIGKILL)

    def ending(self) -> str:
        """Return an empty text: its parent, not this process, learns how it ended."""
        return ""

    def close_handles(self, *, keep_files: bool = False) -> None:  # noqa: ARG002 - it has no files of its own
        """Close our ends and the handle."""
        self.control.close()
        self.errors.close()
        os.close(self.handle)

    @property
    def process_id(self) -> int:
        """Its process number outside the sandbox."""
        return process_number(self.handle)


def process_number(handle: int) -> int:
    """Return the number, outside the sandbox, of the process that a pidfd refers to."""
    text = Path(f"/proc/self/fdinfo/{handle}").read_text()
    return int(text.partition("\nPid:")[2].split()[0])


def launch(level: Level, limits: Limits) -> ServerProcess:
    """Start a fork server; returns at once, long before it is ready.

    Raises:
        FileNotFoundError: the level needs a program that is not installed.
    """
    keep_memory_private()  # this process and every copy of it contain the answers
    uid = _worker_uid(level)
    scratch = _scratch_root(level, uid)
    configuration = _configuration(level, limits, uid, scratch)
    ours, theirs = _control_sockets()
    ours.send(json.dumps(configuration).encode())  # not an argument, which everybody on the machine could read
    errors = _memory_file()
    try:
        process = _start_process(level, theirs.fileno(), errors)
    except BaseException:
        if scratch is not None:
            scratch.remove()
        raise
    finally:
        theirs.close()
    return ServerProcess(process, ours, errors, scratch)


def _control_sockets() -> tuple[socket.socket, socket.socket]:
    """Return two connected sockets whose numbers are not those of stdin, stdout and stderr.

    Where this process has these closed, new files get their numbers, and the new process has others there.
    """
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with one, other:
        ours, theirs = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE) for end in (one, other))
    return socket.socket(fileno=ours), socket.socket(fileno=theirs)


def _start_process(level: Level, control: int, errors: IO[bytes]) -> subprocess.Popen[bytes]:
    mounted = level is Level.BWRAP
    return subprocess.Popen(  # noqa: S603 - our own command, no shell
        bwrap_command(control) if mounted else plain_command(control),
        pass_fds=[control],
        stdin=subprocess.DEVNULL,
        stdout=errors,
        stderr=errors,
        cwd="/",
        env=environment.child_environment(MOUNT_POINT if mounted else None),
    )


def _scratch_root(level: Level, uid: int | None) -> ScratchRoot | None:
    """Return the parent of the workers' folders; None if they mount their own, or nothing would confine them."""
    if level is not Level.LANDLOCK or not landlock.confines_writing():
        return None
    try:
        root = ScratchRoot(uid)
    except OSError:  # this user has no temporary folder: workers cannot write, and what needs that is not run
        return None
    if uid is not None and not all(parent.stat().st_mode & 0o001 for parent in root.path.parents):
        root.remove()  # a temporary folder of root's own, which the workers' user may not enter
        return None
    return root


def _memory_file() -> IO[bytes]:
    return os.fdopen(os.memfd_create("fork-server-errors"), "w+b")


def bwrap_command(control: int) -> list[str]:
    """Return the command that starts it in a system of its own: what a worker may read, read-only, and nothing else."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise FileNotFoundError("bubblewrap (bwrap) is not installed")
    command = [bwrap, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--uid", "1000", "--gid", "1000", "--hostname", "sandbox"]
    command += _mounts()
    command += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--dir", MOUNT_POINT]
    command += ["--ro-bind", str(environment.GUEST), "/sandbox/guest", "--remount-ro", "/"]
    command += ["--chdir", MOUNT_POINT, "--"]
    return [*command, *_python("/sandbox", control)]


def _mounts() -> list[str]:
    """Mount few things, the standard library as one: each worker has to copy, and take down, every single mount."""
    hidden = environment.outside_system(environment.installed_inside())
    python = [*environment.interpreter_paths(), environment.standard_library()]
    before = [*environment.system_paths(), *environment.outside_system(python)]
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


def plain_command(control: int) -> list[str]:
    """Return the command that starts it without any system package: the workers confine themselves."""
    return _python(str(environment.GUEST.parent), control)


def _python(folder: str, control: int) -> list[str]:
    # No garbage is collected while it imports, nor later: only its workers produce any.
    paths = f"sys.path[:] = [{folder!r}, *dict.fromkeys([*sys.path, *{environment.library_folders()!r}])]"
    code = f"import gc, sys; gc.disable(); {paths}; from guest.fork_server import main; main()"
    return [sys.executable, "-P", "-s", "-c", code, str(control)]


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
        "forbidden_calls": sorted({call for rule in load_course().rules for call in rule.calls}),
        "arguments": course_source(ARGUMENTS),
    }


def _worker_uid(level: Level) -> int | None:
    """Return the user that workers become; None if they keep theirs."""
    can_change = level is not Level.BWRAP and os.geteuid() == 0
    return NOBODY if can_change and _reachable_by_all() and _nobody_is_mapped() else None


def _reachable_by_all() -> bool:
    """Whether another user could import what the worker has not imported yet."""
    parents = {parent for path in environment.readable_paths() for parent in path.parents}
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in parents)


def _nobody_is_mapped() -> bool:
    """Whether root can become another user; not in a user namespace in which it is the only one.

    Such a root has no more powers than the user who created the namespace, and workers lose them.
    """
    try:
        subprocess.run(["/bin/true"], user=NOBODY, group=NOBODY, extra_groups=[], check=False)
    except OSError as error:
        return error.errno not in (errno.EPERM, errno.EINVAL)  # another error comes after the change of user
    return True
