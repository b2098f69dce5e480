"""A worker as the grader holds it: asked for, there, ended."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from autograder.sandbox.scratch import ScratchFolder


@dataclass(frozen=True)
class Ended:
    """How a worker's process ended."""

    signal: int | None
    exit_status: int | None
    cpu_seconds: float


@dataclass(frozen=True)
class Ordered:
    """A worker that was asked for: our ends of its channel, of what it prints, and of its record of library calls."""

    channel: socket.socket
    errors: int
    record: int  # our end of the record of its library calls
    scratch: ScratchFolder | None  # where it may write, if that is a folder of this machine

    def close(self, *, keep_files: bool = False) -> None:
        """Let go of our ends, and remove what it has written, unless another process of ours goes on with it."""
        self.channel.close()
        os.close(self.errors)
        os.close(self.record)
        if self.scratch is not None and not keep_files:
            self.scratch.remove()


@dataclass(frozen=True)
class Forked(Ordered):
    """A worker that is there: its number inside the sandbox, and a handle that cannot mean another process."""

    process: int
    handle: int

    def close(self, *, keep_files: bool = False) -> None:
        """Let go of our ends and of the handle."""
        super().close(keep_files=keep_files)
        os.close(self.handle)


def process_number(handle: int) -> int:
    """The number, outside the sandbox, of the process that a pidfd stands for."""
    text = Path(f"/proc/self/fdinfo/{handle}").read_text()
    return int(text.partition("\nPid:")[2].split()[0])
