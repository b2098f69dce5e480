"""The outside of the warm process: forks workers and hears how they ended."""

import json
import os
import select
import socket
import time
from dataclasses import dataclass
from typing import Any, Self

from autograder.course import Limits
from autograder.sandbox.launch import Launched, Level, launch

START_SECONDS = 120.0  # importing torch on a machine under heavy load
ANSWER_SECONDS = 20.0


class SandboxError(RuntimeError):
    """The sandbox itself failed; never the student's fault."""


@dataclass(frozen=True)
class Ended:
    """How a worker's process ended."""

    signal: int | None
    exit_status: int | None
    cpu_seconds: float


class Zygote:
    """A warm process inside the sandbox, started on first use and started again when it is lost."""

    def __init__(self, level: Level, limits: Limits, launched: Launched | None = None) -> None:
        self.level = level
        self.limits = limits
        self._launched = launched
        self._ready = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def fork(self, channel: socket.socket, errors: int) -> tuple[int, int]:
        """Fork a worker that serves `channel`; returns its number inside the sandbox and a pidfd."""
        control = self._control()
        order = json.dumps({"do": "fork"}).encode()
        try:
            socket.send_fds(control, [order], [channel.fileno(), errors])
            self._wait(control, ANSWER_SECONDS)
            data, descriptors, _, _ = socket.recv_fds(control, 4096, 1)
            if not descriptors:
                raise SandboxError("the zygote ended")
        except (OSError, SandboxError) as error:
            self.close()
            raise SandboxError(f"the zygote was lost: {error}") from error
        return int(json.loads(data)["process"]), descriptors[0]

    def reap(self, process: int) -> Ended:
        """Wait for a worker that was killed or has ended, and tell how."""
        answer = self._order({"do": "reap", "process": process})
        status = int(answer["status"])
        signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        exit_status = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        return Ended(signal, exit_status, float(answer["cpu"]))

    def close(self) -> None:
        """End the zygote and, with it, every worker."""
        launched, self._launched, self._ready = self._launched, None, False
        if launched is None:
            return
        launched.control.close()
        launched.process.kill()
        launched.process.wait()
        launched.errors.close()

    @property
    def process_id(self) -> int | None:
        """The number of the running process; None where none runs."""
        return self._launched.process.pid if self._launched else None

    def abandon(self) -> None:
        """Forget a zygote that belongs to another process since a fork."""
        launched, self._launched, self._ready = self._launched, None, False
        if launched is not None:
            launched.control.close()

    def start(self) -> None:
        """Wait until the zygote is warm."""
        self._control()

    def _order(self, order: dict[str, Any]) -> dict[str, Any]:
        control = self._control()
        try:
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
        if self._launched is None:
            self._launched = launch(self.level, self.limits)
        if not self._ready:
            self._await_ready(self._launched)
        return self._launched.control

    def _await_ready(self, launched: Launched) -> None:
        try:
            self._wait(launched.control, START_SECONDS)
            data = launched.control.recv(4096)
        except (OSError, SandboxError):
            data = b""
        if not data:
            launched.process.kill()
            launched.process.wait()
            launched.errors.seek(0)
            text = launched.errors.read()[-2000:].decode("utf-8", "replace").strip()
            self.close()
            raise SandboxError(
                f"the sandbox ({self.level}) does not start: {text.splitlines()[-1] if text else 'no reason given'}"
            )
        self._ready = True

    @staticmethod
    def _wait(control: socket.socket, seconds: float) -> None:
        end = time.monotonic() + seconds
        poll = select.poll()
        poll.register(control, select.POLLIN)
        if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
            raise SandboxError(f"no answer within {seconds:g} s")
