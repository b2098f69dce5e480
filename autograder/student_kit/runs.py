"""Gives every run a new process that has already imported what it needs."""

import contextlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # imports torch, which is slow: a process must ignore Ctrl-C before that
    from .hints import View

JUDGED = 40  # the exit status of a run that has shown its result; student code may end a process with any other
CLEAR = "\033[2J\033[H"
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # libraries of macOS do not work after a fork


@dataclass(frozen=True)
class Job:
    """The folders to test, and how to show the result."""

    folders: tuple[str, ...]
    view: "View"
    clear: bool


class Forks:
    """Starts every run as a fork of this process."""

    def __init__(self, job: Job) -> None:
        self._job = job
        _preload()

    def start(self) -> BaseProcess:
        """Start a run."""
        process = multiprocessing.get_context("fork").Process(target=print_verdict, args=(self._job,), daemon=True)
        _begin(process)
        return process


class Spares:
    """Starts every run in a spare process that was created before and waits."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._context = multiprocessing.get_context("spawn")
        self._spare = self._next()

    def start(self) -> BaseProcess:
        """Let the spare process run, and create the next one."""
        process, turn = self._spare
        turn.send(self._job)
        self._spare = self._next()
        return process

    def _next(self) -> tuple[BaseProcess, Connection]:
        waiting, turn = self._context.Pipe(duplex=False)
        process = self._context.Process(target=wait_and_run, args=(waiting,), daemon=True)
        _begin(process)
        waiting.close()
        return process, turn


def _begin(process: BaseProcess) -> None:
    """Start a process that ignores Ctrl-C: the watching process ends it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # is inherited
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)


def wait_and_run(turn: Connection) -> None:
    """Import what is needed, wait for a job, then run it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows it is not inherited
    _preload()
    with contextlib.suppress(EOFError):  # the watching process has ended
        print_verdict(turn.recv())


def print_verdict(job: Job) -> None:
    """Run the tests, print the screen and end this process."""
    from .judging import run_tests  # noqa: PLC0415 - imports torch

    print_screen(run_tests(job.folders, job.view), job)
    os._exit(JUDGED)  # even if the student's code left a thread running


def _preload() -> None:
    from .judging import preload  # noqa: PLC0415 - imports torch

    preload()


def print_screen(text: str, job: Job) -> None:
    """Print `text` on an empty screen; characters that the terminal cannot encode are replaced."""
    names = " ".join(job.folders)
    whole = f"{CLEAR if job.clear else ''}{text}\n\nwatching {names}: save a file to run again, Ctrl-C ends\n"
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(whole.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()
