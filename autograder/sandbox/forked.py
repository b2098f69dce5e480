"""A worker as the grader holds it: asked for, there, ended."""

import os
import socket
from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    """How a worker's process ended."""

    signal: int | None
    exit_status: int | None
    cpu_seconds: float


@dataclass(frozen=True)
class Ordered:
    """A worker that was asked for: our end of its channel, and what it writes to stdout and stderr."""

    channel: socket.socket
    errors: int

    def close(self) -> None:
        """Let go of our ends."""
        self.channel.close()
        os.close(self.errors)


@dataclass(frozen=True)
class Forked(Ordered):
    """A worker that is there: its number inside the sandbox, and a handle that cannot mean another process."""

    process: int
    handle: int

    def close(self) -> None:
        """Let go of our ends and of the handle."""
        super().close()
        os.close(self.handle)
