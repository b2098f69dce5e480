"""The outside of the warm process: forks workers and hears how they ended."""

import contextlib
import json
import os
import select
import socket
import time
from typing import Any, Self

from autograder.course import Limits
from autograder.errors import AutograderError
from autograder.sandbox.forked import Ended, Forked, Ordered
from autograder.sandbox.launch import Copied, Launched, Level, launch
from autograder.sandbox.scratch import ScratchFolder

START_SECONDS = 120.0  # importing torch on a machine under heavy load
ANSWER_SECONDS = 60.0


class SandboxError(AutograderError):
    """The sandbox itself failed; never the student's fault."""


class Zygote:
    """A warm process inside the sandbox, started on first use and started again when it is lost."""

    def __init__(self, level: Level, limits: Limits, launched: Launched | Copied | None = None) -> None:
        self.level = level
        self.limits = limits
        self._launched = launched
        self._ready = False
        self._spare: Ordered | None = None
        self._compiling: Zygote | None = None
        self.operations: tuple[str, ...] = ()  # what the numbers in the records of its workers mean

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def fork(self) -> Forked:
        """A fresh worker. The next one is forked meanwhile: it has seen nothing, and waits."""
        ordered: Ordered | None = None
        try:
            ordered = self._spare or self._order_fork()
            ordered = forked = self._collect(ordered)
            self._spare = self._order_fork()
        except (OSError, SandboxError) as error:
            self.close()
            if ordered is not None:
                ordered.close()
            raise SandboxError(f"the zygote was lost: {error}") from error
        return forked

    def _order_fork(self) -> Ordered:
        control = self._control()
        scratch = self._scratch_folder()
        ours, theirs = socket.socketpair()
        errors, write_end = os.pipe2(os.O_NONBLOCK)
        record, record_end = _record_pipe()
        ordered = Ordered(ours, errors, record, scratch)
        try:
            order = {"do": "fork", "scratch": str(scratch.path) if scratch else None}
            socket.send_fds(control, [json.dumps(order).encode()], [theirs.fileno(), write_end, record_end])
        except OSError:
            ordered.close()
            raise
        finally:
            theirs.close()
            os.close(write_end)
            os.close(record_end)
        return ordered

    def _scratch_folder(self) -> ScratchFolder | None:
        root = self._launched.scratch if self._launched else None
        return root.folder() if root else None

    def _collect(self, ordered: Ordered) -> Forked:
        self._spare = None
        if isinstance(ordered, Forked):
            return ordered
        return Forked(ordered.channel, ordered.errors, ordered.record, ordered.scratch, *self._made(self._control()))

    def _made(self, control: socket.socket) -> tuple[int, int]:
        """The number inside the sandbox and the handle of a process that was asked for."""
        self._wait(control, ANSWER_SECONDS)
        data, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
        if not descriptors:
            raise SandboxError("the zygote ended")
        return int(json.loads(data)["process"]), descriptors[0]

    def _collected(self, ordered: Ordered) -> Forked:
        try:
            return self._collect(ordered)
        except (OSError, SandboxError):
            ordered.close()
            raise

    def expect_many(self) -> None:
        """Say that there will be many workers, so that the memory they share is put in order first; does not wait."""
        if self._launched is not None:
            with contextlib.suppress(OSError):  # one that did not start says so where it is waited for
                self._launched.control.send(json.dumps({"do": "gather"}).encode())

    def with_compiler(self) -> "Zygote":
        """A copy of this one that has torch's compiler imported, for files that call what needs it.

        Made on first use: most files do not, and a process with the compiler in it is slower to fork.
        """
        if self._compiling is None or self._compiling.process_id is None:  # none yet, or it was lost
            self._compiling = self.split(compiler=True)
        return self._compiling

    def split(self, *, compiler: bool = False) -> "Zygote":
        """Another one, warm at once, which shares this one's memory and must not outlive it.

        Args:
            compiler: whether it imports torch's compiler first, which takes about a second.

        Raises:
            SandboxError: this one is lost.
        """
        warm = self._warm()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._expect_spare()
            with theirs:
                order = {"do": "split", "compiler": compiler}
                socket.send_fds(warm.control, [json.dumps(order).encode()], [theirs.fileno()])
            _, handle = self._made(warm.control)
        except (OSError, SandboxError) as error:
            ours.close()
            self.close()
            raise SandboxError(f"the zygote was lost: {error}") from error
        errors = os.fdopen(os.dup(warm.errors.fileno()), "w+b")
        return Zygote(self.level, self.limits, Copied(handle, ours, errors, warm.scratch))

    def reap(self, process: int) -> Ended:
        """Wait for a worker that was killed or has ended, and tell how."""
        answer = self._order({"do": "reap", "process": process})
        status = int(answer["status"])
        signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        exit_status = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        return Ended(signal, exit_status, float(answer["cpu"]))

    def close(self) -> None:
        """End the zygote and, with it, every worker."""
        self._drop_spare()
        compiling, self._compiling = self._compiling, None
        if compiling is not None:
            compiling.close()
        launched, self._launched, self._ready = self._launched, None, False
        if launched is None:
            return
        launched.kill()
        launched.let_go()

    @property
    def process_id(self) -> int | None:
        """The number of the running process; None where none runs."""
        return self._launched.process_id if self._launched else None

    def abandon(self) -> None:
        """Forget a zygote that belongs to another process since a fork."""
        self._drop_spare(keep_files=True)
        compiling, self._compiling = self._compiling, None
        if compiling is not None:
            compiling.abandon()
        launched, self._launched, self._ready = self._launched, None, False
        if launched is not None:
            launched.let_go(keep_files=True)

    def _drop_spare(self, *, keep_files: bool = False) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.close(keep_files=keep_files)

    def _expect_spare(self) -> None:
        """The answer about a worker that was ordered comes before any other answer."""
        if self._spare is not None:
            self._spare = self._collected(self._spare)

    def start(self) -> None:
        """Wait until the zygote is warm."""
        self._control()

    def release(self, process: int) -> None:
        """A worker was killed, and nobody asks how it ended."""
        if self._launched is not None:
            with contextlib.suppress(OSError):
                self._launched.control.send(json.dumps({"do": "release", "process": process}).encode())

    def _order(self, order: dict[str, Any]) -> dict[str, Any]:
        control = self._control()
        try:
            self._expect_spare()
            control.send(json.dumps(order).encode())
            self._wait(control, ANSWER_SECONDS)
            data = control.recv(4096)
        except OSError as error:
            raise SandboxError(f"the zygote was lost: {error}") from error
        if not data:
            raise SandboxError("the zygote ended")
        answer: dict[str, Any] = json.loads(data)
        return answer

    def _control(self) -> socket.socket:
        return self._warm().control

    def _warm(self) -> Launched | Copied:
        if self._launched is None:
            self._launched = launch(self.level, self.limits)
        if not self._ready:
            self._await_ready(self._launched)
        return self._launched

    def _await_ready(self, launched: Launched | Copied) -> None:
        try:
            self._wait(launched.control, START_SECONDS)
            data = launched.control.recv(1 << 16)
        except (OSError, SandboxError):
            data = b""
        if not data:
            launched.kill()
            launched.errors.seek(0)
            text = launched.errors.read()[-2000:].decode("utf-8", "replace").strip()
            self.close()
            raise SandboxError(
                f"the sandbox ({self.level}) does not start: {text.splitlines()[-1] if text else 'no reason given'}"
            )
        self._ready = True
        self.operations = tuple(json.loads(data)["operations"])

    @staticmethod
    def _wait(control: socket.socket, seconds: float) -> None:
        end = time.monotonic() + seconds
        poll = select.poll()
        poll.register(control, select.POLLIN)
        if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
            raise SandboxError(f"no answer within {seconds:g} s")


def _record_pipe() -> tuple[int, int]:
    """Both ends of a record: reading never waits, writing waits for room, and nobody can open it anew."""
    ours, theirs = os.pipe2(os.O_NONBLOCK)
    os.set_blocking(theirs, True)
    os.fchmod(theirs, 0)  # /proc/self/fd would give a worker the end to read from
    return ours, theirs
