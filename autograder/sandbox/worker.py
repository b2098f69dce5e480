"""The outside of one worker: sends frames, waits no longer than the limit, ends it, reports how it ended."""

import contextlib
import os
import secrets
import select
import signal
import socket
from collections.abc import Container
from typing import Any

from autograder.sandbox.box import wire
from autograder.sandbox.clock import Allowance, WorkerClock
from autograder.sandbox.forked import Ended
from autograder.sandbox.sealed import Sealed
from autograder.sandbox.zygote import Zygote

PIECE = 1 << 18  # bytes read at a time
PIPE = 1 << 16  # bytes, the most that a pipe holds
LOOK = 0.05  # seconds between two looks at what a worker does beside answering
BEFORE = wire.STAMP.size + wire.HEAD.size  # bytes of a frame before it says anything


class WorkerLostError(Exception):
    """The worker gave no proper answer.

    `kind` is `crashed`, `timed out`, `broke the protocol`, `sent too much` or `wrote too much`.
    """

    def __init__(self, kind: str, evidence: str) -> None:
        super().__init__(f"{kind}: {evidence}")
        self.kind = kind
        self.evidence = evidence


class Worker:
    """One forked process behind a socket; one outstanding message, numbered and with a nonce of its own."""

    def __init__(self, zygote: Zygote, max_body: int) -> None:
        self._zygote = zygote
        self._max_body = max_body
        self._forked = zygote.fork()
        self._channel = self._forked.channel
        self._channel.setblocking(False)
        self.clock = WorkerClock(self._forked.handle)
        self._arrived = bytearray()
        self._next = 0
        self._nonce = b""
        self._recorded: set[int] = set()

    def allow(self, seconds: float) -> Allowance:
        """So much time, from the moment that it is first waited for."""
        return Allowance(self.clock, seconds)

    def send(self, message: dict[str, Any], answers: int, allowance: Allowance) -> None:
        """Send `message`, to which `answers` numbered frames belong."""
        self._refuse_early_bytes()
        self._nonce = secrets.token_bytes(8)
        self._expected = iter(range(self._next, self._next + answers))
        stamp = wire.STAMP.pack(self._next, self._nonce)
        self._next += answers
        view = memoryview(stamp + wire.encode(message))
        while view:
            self._wait(select.POLLOUT, allowance)
            try:
                view = view[self._channel.send(view) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise WorkerLostError("crashed", "the process ended") from error

    def receive(self, allowance: Allowance, known: Container[bytes] = ()) -> Sealed:
        """The report of the next frame; one of a digest that is `known` was open before, and is left closed.

        Raises:
            WorkerLostError: it ended, took longer than it was allowed, or sent what is no answer to the message.
        """
        stamp, head = wire.STAMP.pack(next(self._expected), self._nonce), self._exactly(BEFORE, allowance)
        if head[: len(stamp)] != stamp:
            raise WorkerLostError("broke the protocol", "an answer to a question that was not asked")
        try:
            header, body = wire.lengths(head[len(stamp) :], self._max_body)
            report = Sealed(header, self._exactly(header + body, allowance))
            if report.digest not in known:
                report.open()
        except wire.WireError as error:
            raise WorkerLostError("broke the protocol", str(error)) from error
        if allowance.measured:
            self.look_at_scratch()
        return report

    def library_calls(self) -> set[str]:
        """The operations of the library that were recorded since this was last asked."""
        self._read_record()
        recorded, self._recorded = self._recorded, set()
        operations = self._zygote.operations
        return {operations[number] for number in recorded if number < len(operations)}

    def _read_record(self) -> None:
        """Take what is in the pipe, so that it has room: all that was written before the last answer."""
        with contextlib.suppress(BlockingIOError):
            self._recorded |= set(os.read(self._forked.record, PIPE))

    def finish(self) -> None:
        """Kill a worker of which nothing more is asked; it dies while we go on."""
        self._kill()
        self._zygote.release(self._forked.process)
        self._close()

    def post_mortem(self) -> tuple[Ended, str]:
        """Kill the worker (if it lives), and tell how it ended and its last words."""
        self._kill()
        try:
            return self._zygote.reap(self._forked.process), self._last_words()
        finally:
            self._close()

    def _close(self) -> None:
        self.clock.close()
        self._forked.close()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._forked.handle, signal.SIGKILL)

    def _last_words(self) -> str:
        try:
            return os.read(self._forked.errors, 1 << 16).decode("utf-8", "replace")
        except OSError:
            return ""

    def _refuse_early_bytes(self) -> None:
        poll = select.poll()
        poll.register(self._channel, select.POLLIN)
        if self._arrived or poll.poll(0):
            try:
                early = self._arrived or self._channel.recv(1, socket.MSG_PEEK)
            except OSError:
                early = b""
            raise WorkerLostError(
                "broke the protocol" if early else "crashed",
                "an answer before the question" if early else "the process ended",
            )

    def _exactly(self, size: int, allowance: Allowance) -> bytes:
        while len(self._arrived) < size:
            self._arrived += self._piece(allowance)
            if len(self._arrived) < size and allowance.left() <= 0:  # it never stops sending
                raise _out_of_time()
        data = bytes(self._arrived[:size])
        del self._arrived[:size]
        return data

    def _piece(self, allowance: Allowance) -> bytes:
        """What is there already, else what comes next; often several frames at once."""
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
            if poll.poll(max(1.0, 1000 * min(left, LOOK))):
                return
            self._read_record()
            self.look_at_scratch()
        raise _out_of_time()

    def look_at_scratch(self) -> None:
        """End a worker that has written more than its folder may hold.

        Raises:
            WorkerLostError: it has.
        """
        if self._forked.scratch and self._forked.scratch.overfull():
            raise WorkerLostError("wrote too much", "it wrote more than its scratch folder may hold")


def _out_of_time() -> WorkerLostError:
    return WorkerLostError("timed out", "no answer within the limit")
