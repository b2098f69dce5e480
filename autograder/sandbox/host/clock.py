"""A worker's clock: the seconds that it computes and the seconds that it sleeps, not those that it waits for a CPU.

On a busy machine the wall clock says more about the machine than about the program. Linux records how long each thread
has run, and how long it was ready to run but had to wait (`/proc/PID/schedstat`). The rest is sleep.
"""

import contextlib
import os
import time
from dataclasses import dataclass

from autograder.sandbox.host.launch import process_number

SOON = 0.02  # seconds; most responses arrive sooner, and reading the clocks for them would not be worth its cost
BACKSTOP = 10  # times the limit, by the wall clock: then a worker is killed however little it was able to run
NANOSECOND = 1e-9


@dataclass(frozen=True)
class ClockReading:
    """What the clocks show at one moment, in seconds."""

    wall: float
    cpu: float  # of the worker
    queued: float  # while the worker, or this process that reads from it, waited for a CPU


class WorkerClock:
    """Reads how long a process has run and waited. If that cannot be read, all time counts as sleep."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._file: int | None = None

    def read(self) -> ClockReading:
        """Return what the clocks show now."""
        run, queued = self._schedule()
        return ClockReading(time.monotonic(), run, queued + _own_queue_seconds())

    def _schedule(self) -> tuple[float, float]:
        try:
            if self._file is None:
                self._file = os.open(f"/proc/{process_number(self._handle)}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
            return _parse(os.pread(self._file, 100, 0))
        except (OSError, ValueError):  # the process has ended, or this system hides the times of others
            return 0.0, 0.0

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _own_queue_seconds() -> float:
    with contextlib.suppress(OSError, ValueError), open("/proc/thread-self/schedstat", "rb") as file:  # noqa: PTH123
        return _parse(file.read(100))[1]
    return 0.0


def _parse(text: bytes) -> tuple[float, float]:
    run, queued, _ = text.split()
    return int(run) * NANOSECOND, int(queued) * NANOSECOND


class Allowance:
    """The time limit of one response: `seconds` of computing, as much sleep, ten times as much of the wall clock."""

    def __init__(self, clock: WorkerClock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._waiting_since: float | None = None
        self._start: ClockReading | None = None

    @property
    def measured(self) -> bool:
        """Whether the response took so long that the clocks were read."""
        return self._start is not None

    def left(self) -> float:
        """Return the seconds to wait before looking again; at 0 or below, the time is used up."""
        now = time.monotonic()
        if self._waiting_since is None:
            self._waiting_since = now
        if self._start is None:
            if now - self._waiting_since < min(SOON, self._seconds):
                return min(SOON, self._seconds) - (now - self._waiting_since)
            self._start = self._clock.read()
        cpu, asleep, wall = self._used(self._start)
        return min(self._seconds - max(cpu, asleep), BACKSTOP * self._seconds - wall)

    def slept(self) -> float:
        """Return the seconds that the worker has slept while we waited for its response."""
        return self._used(self._start)[1] if self._start else 0.0

    def _used(self, start: ClockReading) -> tuple[float, float, float]:
        now = self._clock.read()
        wall, cpu = now.wall - start.wall, max(0.0, now.cpu - start.cpu)
        return cpu, max(0.0, wall - cpu - (now.queued - start.queued)), wall
