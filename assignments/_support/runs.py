"""Gives every run a new process that has already imported what it needs."""

import contextlib
import gc
import importlib
import io
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Sequence
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


@dataclass(frozen=True)
class Run:
    """A process that runs the tests, and what it tells in the end: the modules of torch that it had to import."""

    process: BaseProcess
    imported: Connection


class Forks:
    """Starts every run as a fork of this process."""

    settles = False  # a run costs so little that a file may be half-written: the next one follows

    def __init__(self, job: Job) -> None:
        self._job = job
        self._context = multiprocessing.get_context("fork")
        _preload()

    def start(self) -> Run:
        """Start a run."""
        imported, telling = self._context.Pipe(duplex=False)
        process = self._context.Process(target=print_verdict, args=(self._job, telling), daemon=True)
        _begin(process)
        telling.close()
        return Run(process, imported)

    def get_ready(self, run: Run) -> None:
        """Import what a run that has ended had to import, so that the next one need not."""
        with run.imported:
            import_all(_told(run.imported))


class Spares:
    """Starts every run in a spare process that was created before and waits."""

    settles = True

    def __init__(self, job: Job) -> None:
        self._job = job
        self._context = multiprocessing.get_context("spawn")
        self._needed: dict[str, None] = {}
        self._spare: tuple[Run, Connection] | None = self._next()

    def start(self) -> Run:
        """Let the spare process run."""
        run, turn = self._spare or self._next()
        self._spare = None
        turn.send(self._job)
        return run

    def get_ready(self, run: Run) -> None:
        """Create the next spare process, which has nothing to import when its turn comes."""
        with run.imported:
            self._needed |= dict.fromkeys(_told(run.imported))
        self._spare = self._spare or self._next()

    def _next(self) -> tuple[Run, Connection]:
        waiting, turn = self._context.Pipe(duplex=False)
        imported, telling = self._context.Pipe(duplex=False)
        process = self._context.Process(target=wait_and_run, args=(waiting, telling, [*self._needed]), daemon=True)
        _begin(process)
        waiting.close()
        telling.close()
        return Run(process, imported), turn


def _told(imported: Connection) -> list[str]:
    """Return the names of the modules that a run has told; none if it was ended."""
    with contextlib.suppress(EOFError, OSError):
        if imported.poll():
            names: list[str] = imported.recv()
            return names
    return []


def import_all(names: Iterable[str]) -> None:
    """Import modules, silently; those that do not let themselves be imported are left out."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for name in names:
            with contextlib.suppress(Exception):
                importlib.import_module(name)
    gc.freeze()  # no run looks for garbage in what is imported by now


def _begin(process: BaseProcess) -> None:
    """Start a process that ignores Ctrl-C: the watching process ends it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # is inherited
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, before)


def wait_and_run(turn: Connection, telling: Connection, needed: Sequence[str]) -> None:
    """Import what is needed, wait for a job, then run it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Windows it is not inherited
    _preload()
    import_all(needed)
    with contextlib.suppress(EOFError):  # the watching process has ended
        print_verdict(turn.recv(), telling)


def print_verdict(job: Job, telling: Connection) -> None:
    """Run the tests, print the screen, tell which modules of torch were imported for it, and end this process."""
    from .judging import run_tests  # noqa: PLC0415 - imports torch

    before = set(sys.modules)
    print_screen(run_tests(job.folders, job.view), job)
    with contextlib.suppress(OSError):  # the watching process has ended
        telling.send([name for name in sys.modules if name.startswith("torch.") and name not in before])
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
