"""A fresh process for every run that has imported everything before it is needed."""

import contextlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # torch comes later: a process must not be interrupted before it ignores that
    from .hints import View

JUDGED = 40  # the exit status of a run that told its verdict: student code may end a process with any other
CLEAR = "\033[2J\033[H"
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # libraries of macOS do not survive a fork


@dataclass(frozen=True)
class Job:
    """What to judge and how to show it."""

    folders: tuple[str, ...]
    view: "View"
    clear: bool


class Forks:
    """Every run is a fork of this process."""

    def __init__(self, job: Job) -> None:
        self._job = job
        _warm_up()

    def start(self) -> BaseProcess:
        """Start a run."""
        process = multiprocessing.get_context("fork").Process(target=tell_verdict, args=(self._job,), daemon=True)
        _begin(process)
        return process


class Spares:
    """Every run is a process that was started ahead and waits."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._context = multiprocessing.get_context("spawn")
        self._spare = self._next()

    def start(self) -> BaseProcess:
        """Tell the spare process to run, and begin the next one."""
        process, turn = self._spare
        turn.send(self._job)
        self._spare = self._next()
        return process

    def _next(self) -> tuple[BaseProcess, Connection]:
        waiting, turn = self._context.Pipe(duplex=False)
        process = self._context.Process(target=wait_and_tell, args=(waiting,), daemon=True)
        _begin(process)
        waiting.close()
        return process, turn


def _begin(process: BaseProcess) -> None:
    """Start a process that Ctrl-C does not reach: the one that watches ends it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # is inherited
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)


def wait_and_tell(turn: Connection) -> None:
    """Get ready, wait, then judge."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows it is not inherited
    _warm_up()
    with contextlib.suppress(EOFError):  # nobody watches any more
        tell_verdict(turn.recv())


def tell_verdict(job: Job) -> None:
    """Judge, print the screen and end this process."""
    from .judging import judge  # noqa: PLC0415 - see above

    tell(judge(job.folders, job.view), job)
    os._exit(JUDGED)  # whatever the student's code has left behind, a thread for example


def _warm_up() -> None:
    from .judging import warm_up  # noqa: PLC0415 - see above

    warm_up()


def tell(text: str, job: Job) -> None:
    """Print `text` on a fresh screen, with what the terminal has no sign for replaced."""
    names = " ".join(job.folders)
    whole = f"{CLEAR if job.clear else ''}{text}\n\nwatching {names}: save a file to run again, Ctrl-C ends\n"
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(whole.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()
