"""The host's side of the fork server (a zygote): a warm process inside the sandbox that forks workers.

It has torch imported and has seen no student code, so a worker is ready within milliseconds.
"""

import contextlib
import json
import os
import select
import socket
import time
from dataclasses import dataclass
from typing import Any, Self

from autograder.course import Limits
from autograder.sandbox.host.isolation import Level, SandboxError
from autograder.sandbox.host.launch import ServerCopy, ServerProcess, launch
from autograder.sandbox.host.scratch import ScratchFolder

START_SECONDS = 120.0  # importing torch on a machine under heavy load
START_AGAIN = (0.5, 5.0, 0.0)  # seconds of rest after each attempt to start
REPLY_SECONDS = 60.0


@dataclass(frozen=True)
class ExitInfo:
    """How a worker's process ended."""

    signal: int | None
    exit_status: int | None
    cpu_seconds: float


@dataclass(frozen=True)
class PendingChild:
    """A worker that was requested: our ends of its channel, of what it prints, and of its record of library calls."""

    channel: socket.socket
    errors: int
    record: int
    scratch: ScratchFolder | None  # where it may write, if that is a folder of this machine

    def close(self, *, keep_files: bool = False) -> None:
        """Close our ends and remove what it has written, unless another process of ours goes on using it."""
        self.channel.close()
        os.close(self.errors)
        os.close(self.record)
        if self.scratch is not None and not keep_files:
            self.scratch.remove()


@dataclass(frozen=True)
class Child(PendingChild):
    """A worker that is running: its number inside the sandbox, and a pidfd, which cannot refer to another process."""

    process: int
    handle: int

    def close(self, *, keep_files: bool = False) -> None:
        """Close our ends and the pidfd."""
        super().close(keep_files=keep_files)
        os.close(self.handle)


class ForkServer:
    """A warm process inside the sandbox, started on first use and restarted when it is lost.

    Attributes:
        operations: the names of the library calls that workers record by number.
    """

    def __init__(self, level: Level, limits: Limits, process: ServerProcess | ServerCopy | None = None) -> None:
        self.level = level
        self.limits = limits
        self._process = process
        self._ready = False
        self._spare: PendingChild | None = None
        self._compiling: ForkServer | None = None
        self.operations: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def fork(self) -> Child:
        """Return a new worker. The next one is forked meanwhile; it has loaded nothing, and waits.

        Raises:
            SandboxError: the fork server was lost.
        """
        pending: PendingChild | None = None
        try:
            pending = self._spare or self._request_child()
            pending = child = self._receive(pending)
            self._spare = self._request_child()
        except (OSError, SandboxError) as error:
            self.close()
            if pending is not None:
                pending.close()
            raise SandboxError(f"the fork server was lost: {error}") from error
        return child

    def _request_child(self) -> PendingChild:
        control = self._control()
        scratch = self._scratch_folder()
        ours, theirs = socket.socketpair()
        errors, write_end = os.pipe2(os.O_NONBLOCK)
        record, record_end = _record_pipe()
        pending = PendingChild(ours, errors, record, scratch)
        try:
            command = {"do": "fork", "scratch": str(scratch.path) if scratch else None}
            socket.send_fds(control, [json.dumps(command).encode()], [theirs.fileno(), write_end, record_end])
        except OSError:
            pending.close()
            raise
        finally:
            theirs.close()
            os.close(write_end)
            os.close(record_end)
        return pending

    def _scratch_folder(self) -> ScratchFolder | None:
        root = self._process.scratch if self._process else None
        return root.folder() if root else None

    def _receive(self, pending: PendingChild) -> Child:
        self._spare = None
        if isinstance(pending, Child):
            return pending
        numbers = self._receive_process(self._control())
        return Child(pending.channel, pending.errors, pending.record, pending.scratch, *numbers)

    def _receive_process(self, control: socket.socket) -> tuple[int, int]:
        """Return the number inside the sandbox and the pidfd of a process that was requested."""
        self._wait(control, REPLY_SECONDS)
        data, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
        if not descriptors:
            raise SandboxError("the fork server ended")
        return int(json.loads(data)["process"]), descriptors[0]

    def _receive_or_close(self, pending: PendingChild) -> Child:
        try:
            return self._receive(pending)
        except (OSError, SandboxError):
            pending.close()
            raise

    def prepare_for_many(self) -> None:
        """Announce many workers, so that the memory they share is compacted first. Does not wait for that."""
        if self._process is not None:
            with contextlib.suppress(OSError):  # if it did not start, the next call that waits for it raises
                self._process.control.send(json.dumps({"do": "compact"}).encode())

    def with_compiler(self) -> "ForkServer":
        """Return a copy of this one that has torch's compiler imported, for files that use what needs it.

        It is created on first use: most files need no compiler, and a process that has imported it is slower to fork.
        """
        if self._compiling is None or self._compiling.process_id is None:  # none yet, or it was lost
            self._compiling = self.clone(compiler=True)
        return self._compiling

    def clone(self, *, compiler: bool = False) -> "ForkServer":
        """Return another one, warm at once, which shares the memory of this one and must not outlive it.

        Args:
            compiler: whether it imports torch's compiler first, which takes about a second.

        Raises:
            SandboxError: this one is lost.
        """
        warm = self._warm()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._receive_spare()
            with theirs:
                command = {"do": "clone", "compiler": compiler}
                socket.send_fds(warm.control, [json.dumps(command).encode()], [theirs.fileno()])
            _, handle = self._receive_process(warm.control)
        except (OSError, SandboxError) as error:
            ours.close()
            self.close()
            raise SandboxError(f"the fork server was lost: {error}") from error
        errors = os.fdopen(os.dup(warm.errors.fileno()), "w+b")
        return ForkServer(self.level, self.limits, ServerCopy(handle, ours, errors, warm.scratch))

    def reap(self, process: int) -> ExitInfo:
        """Wait for a worker that was killed or has ended, and return how it ended."""
        reply = self._command({"do": "reap", "process": process})
        status = int(reply["status"])
        signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        exit_status = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        return ExitInfo(signal, exit_status, float(reply["cpu"]))

    def close(self) -> None:
        """End the fork server and, with it, every worker."""
        self._discard_spare()
        compiling, self._compiling = self._compiling, None
        if compiling is not None:
            compiling.close()
        process, self._process, self._ready = self._process, None, False
        if process is None:
            return
        process.kill()
        process.close_handles()

    @property
    def process_id(self) -> int | None:
        """The number of the running process; None if there is none."""
        return self._process.process_id if self._process else None

    def detach(self) -> None:
        """Forget a fork server that belongs to another process since a fork."""
        self._discard_spare(keep_files=True)
        compiling, self._compiling = self._compiling, None
        if compiling is not None:
            compiling.detach()
        process, self._process, self._ready = self._process, None, False
        if process is not None:
            process.close_handles(keep_files=True)

    def _discard_spare(self, *, keep_files: bool = False) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.close(keep_files=keep_files)

    def _receive_spare(self) -> None:
        """Take the reply about the spare worker, which comes before any other reply."""
        if self._spare is not None:
            self._spare = self._receive_or_close(self._spare)

    def start(self) -> None:
        """Wait until the fork server is warm."""
        self._control()

    def abandon_child(self, process: int) -> None:
        """Let the fork server reap a worker that was killed, without a reply."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.control.send(json.dumps({"do": "abandon", "process": process}).encode())

    def _command(self, command: dict[str, Any]) -> dict[str, Any]:
        control = self._control()
        try:
            self._receive_spare()
            control.send(json.dumps(command).encode())
            self._wait(control, REPLY_SECONDS)
            data = control.recv(4096)
        except OSError as error:
            raise SandboxError(f"the fork server was lost: {error}") from error
        if not data:
            raise SandboxError("the fork server ended")
        reply: dict[str, Any] = json.loads(data)
        return reply

    def _control(self) -> socket.socket:
        return self._warm().control

    def _warm(self) -> ServerProcess | ServerCopy:
        for pause in START_AGAIN:
            if self._process is None:
                self._process = launch(self.level, self.limits)
            if self._ready or self._await_ready(self._process):
                return self._process
            ending, words = self._process.ending(), self._last_words(self._process)
            self.close()
            if words or not ending:
                break
            time.sleep(pause)  # it was killed, perhaps because the machine is short of memory for a moment
        raise SandboxError(f"the sandbox ({self.level}) does not start: {words or ending or 'no reason given'}")

    @staticmethod
    def _last_words(process: ServerProcess | ServerCopy) -> str:
        """End a process and return the last line of what it has written."""
        process.kill()
        process.errors.seek(0)
        words = process.errors.read()[-2000:].decode("utf-8", "replace").strip()
        return words.splitlines()[-1] if words else ""

    def _await_ready(self, process: ServerProcess | ServerCopy) -> bool:
        """Wait until the process is warm; False if it has ended or takes too long."""
        try:
            self._wait(process.control, START_SECONDS)
            data = process.control.recv(1 << 16)
        except (OSError, SandboxError):
            return False
        if data:
            self._ready = True
            self.operations = tuple(json.loads(data)["operations"])
        return bool(data)

    @staticmethod
    def _wait(control: socket.socket, seconds: float) -> None:
        end = time.monotonic() + seconds
        poll = select.poll()
        poll.register(control, select.POLLIN)
        if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
            raise SandboxError(f"no answer within {seconds:g} s")


def _record_pipe() -> tuple[int, int]:
    """Return both ends of a record: reading never waits, writing waits for room, and neither can be reopened."""
    ours, theirs = os.pipe2(os.O_NONBLOCK)
    os.set_blocking(theirs, True)
    os.fchmod(theirs, 0)  # else a worker could open the reading end through /proc/self/fd
    return ours, theirs
