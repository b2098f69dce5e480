"""A fresh process for every run that has imported everything before it is needed."""

import contextlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from assignments._support.hints import View
from assignments._support.judging import judge, warm_up

JUDGED = 40  # the exit status of a run that told its verdict: student code may end a process with any other
CLEAR = "\033[2J\033[H"
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # libraries of macOS do not survive a fork


@dataclass(frozen=True)
class Job:
    """What to judge and how to show it."""

    folders: tuple[str, ...]
    view: View
    clear: bool


class Forks:
    """Every run is a fork of this process."""

    def __init__(self, job: Job) -> None:
        self._job = job
        warm_up()

    def start(self) -> BaseProcess:
        """Start a run."""
        process = multiprocessing.get_context("fork").Process(target=tell_verdict, args=(self._job,), daemon=True)
        process.start()
        return process


class Spares:
    """Every run is a process that was started ahead and waits."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._context = multiprocessing.get_context("spawn")
        self._spare = self._begin()

    def start(self) -> BaseProcess:
        """Tell the spare process to run, and begin the next one."""
        process, turn = self._spare
        turn.send(self._job)
        self._spare = self._begin()
        return process

    def _begin(self) -> tuple[BaseProcess, Connection]:
        waiting, turn = self._context.Pipe(duplex=False)
        process = self._context.Process(target=wait_and_tell, args=(waiting,), daemon=True)
        process.start()
        waiting.close()
        return process, turn


def wait_and_tell(turn: Connection) -> None:
    """Get ready, wait, then judge."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    with contextlib.suppress(EOFError):  # nobody watches any more
        tell_verdict(turn.recv())


def tell_verdict(job: Job) -> None:
    """Judge, print the screen and end this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that watches ends this one
    tell(judge(job.folders, job.view), job)
    os._exit(JUDGED)  # whatever the student's code has left behind, a thread for example


def tell(text: str, job: Job) -> None:
    """Print `text` on a fresh screen, with what the terminal has no sign for replaced."""
    names = " ".join(job.folders)
    whole = f"{CLEAR if job.clear else ''}{text}\n\nwatching {names}: save a file to run again, Ctrl-C ends\n"
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(whole.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()
