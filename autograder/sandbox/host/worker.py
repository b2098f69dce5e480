"""The host's side of one worker: sends requests, waits for responses within limits, kills it, says how it ended.

A time limit counts the seconds that a worker computes and the seconds that it sleeps, not those that it waits for a
CPU: on a busy machine the wall clock says more about the machine than about the program. Linux records how long each
thread has run, and how long it was ready to run but had to wait (`/proc/PID/schedstat`). The rest is sleep.
"""

import contextlib
import math
import os
import secrets
import select
import signal
import socket
import time
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

from autograder.sandbox.guest import wire
from autograder.sandbox.host.fork_server import ExitInfo, ForkServer
from autograder.sandbox.host.launch import process_number
from autograder.sandbox.host.target import LazyResponse, weight

PIECE = 1 << 18  # bytes read at a time
PIPE = 1 << 16  # bytes, the capacity of a pipe
POLL = 0.05  # seconds between two checks of what a worker does besides answering
PREAMBLE = wire.PREFIX.size + wire.HEAD.size  # bytes of a frame before its content
DYING = 1.0  # seconds that a worker which closed its channel may still compute, and sleep, before it ends by itself
SOON = 0.02  # seconds; most responses arrive sooner, and reading the clocks for them would not be worth its cost
BACKSTOP = 10  # times the limit, by the wall clock: then a worker is killed however little it was able to run
NANOSECOND = 1e-9


class WorkerLostError(Exception):
    """The worker gave no proper response.

    `kind` is `crashed`, `timed out`, `broke the protocol`, `sent too much` or `wrote too much`.
    """

    def __init__(self, kind: str, evidence: str) -> None:
        super().__init__(f"{kind}: {evidence}")
        self.kind = kind
        self.evidence = evidence


@dataclass(frozen=True)
class ClockReading:
    """What the clocks show at one moment, in seconds."""

    wall: float
    cpu: float  # of the worker
    queued: float  # while the worker, or this process that reads from it, waited for a CPU


class WorkerClock:
    """Reads how long a process has run and waited. If that can never be read, all time counts as sleep."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._file: int | None = None
        self._last = 0.0, 0.0

    def read(self) -> ClockReading:
        """Return what the clocks show now."""
        run, queued = self._schedule()
        return ClockReading(time.monotonic(), run, queued + _own_queue_seconds())

    def _schedule(self) -> tuple[float, float]:
        try:
            if self._file is None:
                self._file = os.open(f"/proc/{process_number(self._handle)}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
            self._last = _parse(os.pread(self._file, 100, 0))
        except (OSError, ValueError):  # the process has ended, or this system hides the times of others
            pass
        return self._last

    def close(self) -> None:
        """Close the file; what was read last stays."""
        self._handle = -1
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
    """The time limit of one response: `seconds` of computing, as much sleep, ten times as much of the wall clock.

    Args:
        clock: that of the worker.
        seconds: the limit.
        most: of computing and sleep together, if that is less than twice the limit.
    """

    def __init__(self, clock: WorkerClock, seconds: float, most: float = math.inf) -> None:
        self._clock = clock
        self._seconds = seconds
        self._most = most
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
        return min(self._seconds - max(cpu, asleep), self._most - cpu - asleep, BACKSTOP * self._seconds - wall)

    def _used(self, start: ClockReading) -> tuple[float, float, float]:
        now = self._clock.read()
        wall, cpu = now.wall - start.wall, max(0.0, now.cpu - start.cpu)
        return cpu, max(0.0, wall - cpu - (now.queued - start.queued)), wall


class WorkerProcess:
    """One forked process behind a socket; one outstanding message, numbered and with a nonce of its own."""

    def __init__(self, fork_server: ForkServer, max_body: int) -> None:
        self._fork_server = fork_server
        self._max_body = max_body
        self._child = fork_server.fork()
        self._channel = self._child.channel
        self._channel.setblocking(False)
        self.clock = WorkerClock(self._child.handle)
        self._start = self.clock.read()
        self.waited = 0.0  # seconds that we have waited for it
        self._buffer = bytearray()
        self._next_number = 0
        self._nonce = b""
        self._called: set[int] = set()

    def allow(self, seconds: float, most: float = math.inf) -> Allowance:
        """Return a time limit that starts when we first wait for the worker; see `Allowance`."""
        return Allowance(self.clock, seconds, most)

    def used(self, cpu: float = 0.0) -> float:
        """Return the seconds that it has computed, or slept while we waited; `cpu` is what it computed if it ended."""
        now = self.clock.read()
        return max(cpu, now.cpu - self._start.cpu, self.waited - (now.queued - self._start.queued))

    def send(self, message: dict[str, Any], count: int, allowance: Allowance) -> None:
        """Send `message`, to which `count` numbered responses belong."""
        self._refuse_early_bytes()
        self._nonce = secrets.token_bytes(8)
        self._expected = iter(range(self._next_number, self._next_number + count))
        prefix = wire.PREFIX.pack(self._next_number, self._nonce)
        self._next_number += count
        view = memoryview(prefix + wire.encode(message))
        while view:
            self._wait(select.POLLOUT, allowance)
            try:
                view = view[self._channel.send(view) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise WorkerLostError("crashed", "the process ended") from error

    def receive(
        self, allowance: Allowance, decoded: Container[bytes] = (), room: float = math.inf, largest: int = wire.MAX_BODY
    ) -> tuple[LazyResponse, int]:
        """Return the next response, and about how many bytes it takes up.

        Args:
            allowance: the time.
            decoded: digests of what was decoded before and is not decoded again.
            room: how many bytes it may take up.
            largest: how many bytes one of its tensors may have.

        Raises:
            WorkerLostError: the worker ended, exceeded its time limit, or sent something else than a response.
        """
        prefix, head = wire.PREFIX.pack(next(self._expected), self._nonce), self._exactly(PREAMBLE, allowance)
        if head[: len(prefix)] != prefix:
            raise WorkerLostError("broke the protocol", "an answer to a question that was not asked")
        try:
            header, body = wire.lengths(head[len(prefix) :], self._max_body)
            content = self._exactly(header, allowance)
            if (size := weight(content, body)) > room:
                raise WorkerLostError("sent too much", "all answers together were too large")
            if body > PIECE:
                wire.check_parts(content, body, largest)
            response = LazyResponse(content, self._exactly(body, allowance))
            if response.digest not in decoded:
                response.decode()
        except wire.WireError as error:
            raise WorkerLostError("broke the protocol", str(error)) from error
        if allowance.measured:
            self.check_scratch()
        return response, size

    def library_calls(self) -> set[str]:
        """Return the library calls that were recorded since the last time."""
        self._read_record()
        numbers, self._called = self._called, set()
        operations = self._fork_server.operations
        return {operations[number] for number in numbers if number < len(operations)}

    def _read_record(self) -> None:
        """Empty the pipe so that it has room; all that was written before the last response is in it."""
        with contextlib.suppress(BlockingIOError):
            self._called |= set(os.read(self._child.record, PIPE))

    def finish(self) -> None:
        """Kill a worker that is no longer needed, without waiting for its end."""
        self._kill()
        self._fork_server.abandon_child(self._child.process)
        self._close()

    def await_end(self) -> None:
        """Wait until a worker that has closed its channel ends by itself.

        A program can close the channel and live on. If it were killed at once, chance would decide how it ended.
        """
        allowance = self.allow(DYING)
        poll = select.poll()
        poll.register(self._child.handle, select.POLLIN)
        while (left := allowance.left()) > 0 and not self._poll(poll, left):
            pass

    def post_mortem(self) -> tuple[ExitInfo, str]:
        """Kill the worker (if it is alive), and return how it ended and what it printed last."""
        self._kill()
        try:
            return self._fork_server.reap(self._child.process), self._last_output()
        finally:
            self._close()

    def _close(self) -> None:
        self.clock.close()
        self._child.close()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._child.handle, signal.SIGKILL)

    def _last_output(self) -> str:
        try:
            return os.read(self._child.errors, 1 << 16).decode("utf-8", "replace")
        except OSError:
            return ""

    def _refuse_early_bytes(self) -> None:
        poll = select.poll()
        poll.register(self._channel, select.POLLIN)
        if self._buffer or poll.poll(0):
            try:
                early = self._buffer or self._channel.recv(1, socket.MSG_PEEK)
            except OSError:
                early = b""
            raise WorkerLostError(
                "broke the protocol" if early else "crashed",
                "an answer before the question" if early else "the process ended",
            )

    def _exactly(self, size: int, allowance: Allowance) -> bytes:
        while len(self._buffer) < size:
            self._buffer += self._piece(allowance)
            if len(self._buffer) < size and allowance.left() <= 0:  # it keeps sending without end
                raise _out_of_time()
        with memoryview(self._buffer) as view:
            data = bytes(view[:size])
        del self._buffer[:size]
        return data

    def _piece(self, allowance: Allowance) -> bytes:
        """Return the bytes that have arrived, or wait for the next ones; often several frames at once."""
        while True:
            try:
                piece = self._channel.recv(PIECE)
            except BlockingIOError:
                self._wait(select.POLLIN, allowance)
                continue
            except OSError as error:
                raise WorkerLostError("crashed", "the process ended") from error
            if not piece:
                raise WorkerLostError("crashed", "the process ended")
            return piece

    def _wait(self, event: int, allowance: Allowance) -> None:
        poll = select.poll()
        poll.register(self._channel, event)
        while (left := allowance.left()) > 0:
            if self._poll(poll, left):
                return
            self._read_record()
            self.check_scratch()
        raise _out_of_time()

    def _poll(self, poll: select.poll, left: float) -> bool:
        """Wait for an event for a moment; return whether there is one."""
        start = time.monotonic()
        try:
            return bool(poll.poll(max(1.0, 1000 * min(left, POLL))))
        finally:
            self.waited += time.monotonic() - start

    def check_scratch(self) -> None:
        """Check that the worker has not filled its scratch folder.

        Raises:
            WorkerLostError: it has written more than is allowed.
        """
        if self._child.scratch and self._child.scratch.overfull():
            raise WorkerLostError("wrote too much", "it wrote more than its scratch folder may hold")


def _out_of_time() -> WorkerLostError:
    return WorkerLostError("timed out", "no answer within the limit")
