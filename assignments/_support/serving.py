"""The part of a watch that answers `pytest` in another terminal: it runs the tests there, in a fork of this process."""

import contextlib
import io
import json
import multiprocessing
import os
import selectors
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO, Any

import pytest

from .handover import BUSY, GO, NOTE, PATIENCE, READY, surroundings, tell

LONGEST = 1 << 20  # bytes of a request


@dataclass(frozen=True)
class Served:
    """A run for another terminal, and the connection to the process that waits there."""

    process: BaseProcess
    connection: socket.socket
    wire: IO[str]


class HandedOver:
    """A pytest plugin without hooks: a run that has one is not handed over again."""


class Server:
    """Answers whoever asks at its socket, while this process waits for files to change; one at a time."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._served: Served | None = None
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)

    def wait(self, seconds: float) -> None:
        """Wait for some seconds; meanwhile, start the runs that are asked for, and tell how they ended."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if key.fileobj is self._listener:
                    self._start()
                else:
                    self._finish()

    def _start(self) -> None:
        """Accept a connection; whoever asks may have stopped waiting meanwhile."""
        connection, _ = self._listener.accept()
        connection.settimeout(PATIENCE)
        try:
            wire = connection.makefile("rw", encoding="ascii")
            request = json.loads(wire.readline(LONGEST))
            tell(wire, BUSY if self._served else READY)
            if not self._served:
                self._run(connection, wire, request)
        except (OSError, ValueError):
            pass
        finally:
            if self._served is None or self._served.connection is not connection:
                connection.close()

    def _run(self, connection: socket.socket, wire: IO[str], request: dict[str, Any]) -> None:
        text, descriptors, _, _ = socket.recv_fds(connection, len(GO), 3)
        try:
            if text == GO:
                self._served = Served(_start_run(request, descriptors), connection, wire)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)
        if self._served:
            self._selector.register(self._served.process.sentinel, selectors.EVENT_READ)
            tell(wire, self._served.process.pid)

    def _finish(self) -> None:
        served, self._served = self._served, None
        assert served is not None
        self._selector.unregister(served.process.sentinel)
        served.process.join()
        with contextlib.suppress(OSError), served.connection, served.wire:
            tell(served.wire, served.process.exitcode)

    def close(self) -> None:
        """End the run that still goes on."""
        if self._served:
            self._served.process.kill()
            self._finish()


@contextlib.contextmanager
def serving(home: Path) -> Iterator[Server | None]:
    """Serve at a socket that a note in the folder names; None where that is not possible."""
    with contextlib.ExitStack() as stack:
        try:
            server = Server(_listen(home, stack))
            stack.callback(server.close)
        except OSError:  # for example, the folder is read-only
            server = None
        yield server


def _listen(home: Path, stack: contextlib.ExitStack) -> socket.socket:
    folder = tempfile.mkdtemp(prefix="watch-")  # only this user can enter it; a path in `home` may be too long
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    listener = stack.enter_context(socket.socket(socket.AF_UNIX))
    place = str(Path(folder, "socket"))
    before = os.umask(0o077)
    try:
        listener.bind(place)
    finally:
        os.umask(before)
    listener.listen()
    text = json.dumps({"socket": place, "surroundings": surroundings(home)})
    aside = Path(folder, NOTE)
    aside.write_text(text, encoding="utf-8")
    aside.chmod(0o600)
    stack.callback(_remove, home / NOTE, text)
    beside = home / f"{NOTE}.{os.getpid()}"
    shutil.copy(aside, beside)
    beside.replace(home / NOTE)
    return listener


def _remove(note: Path, text: str) -> None:
    """Remove a note, unless another watch has written its own."""
    with contextlib.suppress(OSError):
        if note.read_text(encoding="utf-8") == text:
            note.unlink()


def _start_run(request: dict[str, Any], descriptors: Sequence[int]) -> BaseProcess:
    process = multiprocessing.get_context("fork").Process(target=run_elsewhere, args=(request, descriptors))
    process.start()
    return process


def run_elsewhere(request: dict[str, Any], descriptors: Sequence[int]) -> None:
    """Run pytest as the process that asked would: in its terminal and folder, and with its variables and arguments."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # in the terminal of the watch itself, nothing can be read
    for target, descriptor in enumerate(descriptors):
        os.dup2(descriptor, target)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[:] = request["path"]
    arguments = request["arguments"]
    sys.argv[:] = [request["program"], *arguments]
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - for as long as this process lives
    sys.stdout, sys.stderr = (_text_stream(place, request["streams"][place - 1]) for place in (1, 2))
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc]  # they are the real ones from now on
    try:
        status = pytest.main(arguments, plugins=[HandedOver()])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)  # even if the student's code left a thread running


def _text_stream(descriptor: int, like: dict[str, Any]) -> io.TextIOWrapper:
    """Return a stream with the encoding and the buffering of the process that asked."""
    return io.TextIOWrapper(open(descriptor, "wb", closefd=False), **like)
