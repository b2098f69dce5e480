"""The outside of one worker: sends frames, waits no longer than the limit, ends it, tells how it ended."""

import contextlib
import os
import secrets
import select
import signal
import socket
import time
from collections.abc import Container
from typing import Any

from autograder.sandbox.box import wire
from autograder.sandbox.forked import Ended
from autograder.sandbox.sealed import Sealed
from autograder.sandbox.zygote import Zygote

PIECE = 1 << 18  # bytes read at a time
BEFORE = wire.STAMP.size + wire.HEAD.size  # bytes of a frame before it says anything


class WorkerLostError(Exception):
    """The worker gave no proper answer: `kind` is `crashed`, `timed out`, `broke the protocol` or `sent too much`."""

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
        self._arrived = bytearray()
        self._next = 0
        self._nonce = b""

    def send(self, message: dict[str, Any], answers: int, seconds: float) -> None:
        """Send `message`, to which `answers` numbered frames belong."""
        self._refuse_early_bytes()
        self._nonce = secrets.token_bytes(8)
        self._expected = iter(range(self._next, self._next + answers))
        stamp = wire.STAMP.pack(self._next, self._nonce)
        self._next += answers
        end = time.monotonic() + seconds
        view = memoryview(stamp + wire.encode(message))
        while view:
            self._wait(select.POLLOUT, end)
            try:
                view = view[self._channel.send(view) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise WorkerLostError("crashed", "the process ended") from error

    def receive(self, seconds: float, known: Container[bytes] = ()) -> Sealed:
        """The report of the next frame; one of a digest that is `known` was open before, and is left closed.

        Raises:
            WorkerLostError: it ended, took longer than `seconds`, or sent what is no answer to the message.
        """
        end = time.monotonic() + seconds
        stamp, head = wire.STAMP.pack(next(self._expected), self._nonce), self._exactly(BEFORE, end)
        if head[: len(stamp)] != stamp:
            raise WorkerLostError("broke the protocol", "an answer to a question that was not asked")
        try:
            header, body = wire.lengths(head[len(stamp) :], self._max_body)
            report = Sealed(header, self._exactly(header + body, end))
            if report.digest not in known:
                report.open()
        except wire.WireError as error:
            raise WorkerLostError("broke the protocol", str(error)) from error
        return report

    def finish(self) -> None:
        """Kill a worker of which nothing more is asked; it dies while we go on."""
        self._kill()
        self._zygote.release(self._forked.process)
        self._forked.close()

    def post_mortem(self) -> tuple[Ended, str]:
        """Kill the worker (if it lives), and tell how it ended and its last words."""
        self._kill()
        try:
            return self._zygote.reap(self._forked.process), self._last_words()
        finally:
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

    def _exactly(self, size: int, end: float) -> bytes:
        while len(self._arrived) < size:
            self._arrived += self._piece(end)
        data = bytes(self._arrived[:size])
        del self._arrived[:size]
        return data

    def _piece(self, end: float) -> bytes:
        """What is there already, else what comes next; often several frames at once."""
        while True:
            try:
                piece = self._channel.recv(PIECE)
            except BlockingIOError:
                self._wait(select.POLLIN, end)
                continue
            except OSError as error:
                raise WorkerLostError("crashed", "the process ended") from error
            if not piece:
                raise WorkerLostError("crashed", "the process ended")
            if time.monotonic() > end:
                raise WorkerLostError("timed out", "no answer within the limit")
            return piece

    def _wait(self, event: int, end: float) -> None:
        left = end - time.monotonic()
        poll = select.poll()
        poll.register(self._channel, event)
        if left <= 0 or not poll.poll(left * 1000):
            raise WorkerLostError("timed out", "no answer within the limit")
