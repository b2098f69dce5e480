"""Gives every run a new process that has already imported what it needs."""

import contextlib
import gc
import importlib
import io
import linecache
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # imports torch, which is slow: a process must ignore Ctrl-C before that
    from .hints import View

JUDGED = 40  # the exit status of a run that has shown its result; student code may end a process with any other
LONG = 10.0  # seconds of computing after which a run may have an endless loop
TICK = 0.05  # seconds between two looks, at least
STILL_RUNNING = """your code has been computing for {seconds:g} seconds and is at
    {place}
Is there a loop that does not end? Saving a file stops this run and starts the
next one."""
HOME = Path(__file__).resolve().parents[1]  # assignments/
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
    """A process that runs the tests when its turn comes.

    In the end, it tells the modules of torch that it had to import.
    """

    process: BaseProcess
    turn: Connection
    imported: Connection


@dataclass(frozen=True)
class ProcessEnds:
    """What a run reads its turn from and tells the modules to; the other end of the turn is for it to close."""

    turn: Connection
    other: Connection
    telling: Connection


class _Runs:
    """Starts every run in a process that was created before, has collected the tests, and waits for its turn."""

    def __init__(self, job: Job, method: str) -> None:
        self._job = job
        self._context: Any = multiprocessing.get_context(method)
        self._spare: Run | None = None

    def start(self) -> Run:
        """Let the next process run."""
        run, self._spare = self._spare or self._next(), None
        try:
            run.turn.send(True)
        except OSError:  # it was ended, for example because memory was short
            run = self._next()
            run.turn.send(True)
        return run

    def get_ready(self, run: Run) -> None:
        """Create the process of the next run; it has nothing to import that a run which has ended had to import."""
        with run.imported, run.turn:
            self._import(_told(run.imported))
        self._spare = self._spare or self._next()

    def _import(self, names: Sequence[str]) -> None:
        raise NotImplementedError

    def _names(self) -> Sequence[str] | None:
        """Return what a process imports before anything else; None if it has imported all that it needs."""
        raise NotImplementedError

    def _next(self) -> Run:
        waiting, turn = self._context.Pipe(duplex=False)
        imported, telling = self._context.Pipe(duplex=False)
        arguments = (self._job, ProcessEnds(waiting, turn, telling), self._names())
        process = self._context.Process(target=wait_and_run, args=arguments, daemon=True)
        _begin(process)
        waiting.close()
        telling.close()
        return Run(process, turn, imported)


class Forks(_Runs):
    """The processes are forks of this one."""

    settles = False  # a run costs so little that a file may be half-written: the next one follows

    def __init__(self, job: Job) -> None:
        super().__init__(job, "fork")
        _preload()

    def _import(self, names: Sequence[str]) -> None:
        import_all(names)

    def _names(self) -> None:
        return None


class Spares(_Runs):
    """The processes import everything by themselves."""

    settles = True

    def __init__(self, job: Job) -> None:
        super().__init__(job, "spawn")
        self._needed: dict[str, None] = {}
        self._spare = self._next()

    def _import(self, names: Sequence[str]) -> None:
        self._needed |= dict.fromkeys(names)

    def _names(self) -> Sequence[str]:
        return [*self._needed]


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
    """Start a process that ignores Ctrl-C: the watching process ends it, also if Ctrl-C comes in this moment."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        process.start()
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # is inherited, and delays the signal here
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def wait_and_run(job: Job, ends: ProcessEnds, needed: Sequence[str] | None) -> None:
    """Import what is needed, then run a job when its turn comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends.other.close()
    if needed is not None:
        _preload()
        import_all(needed)
    print_verdict(job, ends.telling, ends.turn)


def print_verdict(job: Job, telling: Connection, turn: Connection | None = None) -> None:
    """Run the tests, print the screen, tell which modules of torch were imported for it, and end this process.

    Args:
        job: what to run.
        telling: takes the names of the modules.
        turn: gives something when the tests may run; without, they run at once.
    """
    from .judging import run_tests  # noqa: PLC0415 - imports torch

    before = set(sys.modules)
    seen = Seen(job, threading.get_ident())
    text = run_tests(job.folders, job.view, partial(_wait_for, turn, seen))
    seen.over.set()
    print_screen(text, job)
    with contextlib.suppress(OSError):  # the watching process has ended
        telling.send([name for name in sys.modules if name.startswith("torch.") and name not in before])
    os._exit(JUDGED)  # even if the student's code left a thread running


@dataclass(frozen=True)
class Seen:
    """A run, which says by itself that it takes long, and where it is."""

    job: Job
    thread: int
    screen: int = field(default_factory=lambda: os.dup(1))  # pytest keeps what is printed from now on
    over: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> None:
        """Look from now on how long the tests compute."""
        threading.Thread(target=self._look, args=(time.process_time(),), daemon=True).start()

    def _look(self, start: float) -> None:
        """Say once which line is running, after `LONG` seconds of computing: on a busy machine that is later."""
        while (left := LONG - (time.process_time() - start)) > 0:
            if self.over.wait(max(left, TICK)):
                return
        with contextlib.suppress(OSError):  # the watching process has ended
            os.write(self.screen, _screen(STILL_RUNNING.format(place=self._place(), seconds=LONG), self.job))

    def _place(self) -> str:
        """Return the line of the student's code that is running."""
        frame = sys._current_frames().get(self.thread)  # noqa: SLF001 - no public API shows another thread
        while frame is not None:
            file = Path(frame.f_code.co_filename)
            if file.parent in [HOME / name for name in self.job.folders] and not file.name.startswith("test_"):
                text = linecache.getline(str(file), frame.f_lineno).strip()
                return f"{file.parent.name}/{file.name}, line {frame.f_lineno}: {text}"
            frame = frame.f_back
        return "no line of your own, but in a test of it"


def _wait_for(turn: Connection | None, seen: Seen) -> None:
    """Wait until the tests may run, and look from then on how long they take."""
    if turn is not None:
        _wait(turn)
    seen.begin()


def _wait(turn: Connection) -> None:
    """Wait for something to come, and meanwhile get ready; end this process if the watching process has ended."""
    from .first_use import use_torch_once  # noqa: PLC0415 - imports torch

    if not turn.poll():
        use_torch_once()
        gc.freeze()
    try:
        turn.recv()
    except (EOFError, OSError):
        os._exit(0)


def _preload() -> None:
    from .judging import preload  # noqa: PLC0415 - imports torch

    preload()


def print_screen(text: str, job: Job) -> None:
    """Print `text` on an empty screen; characters that the terminal cannot encode are replaced."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(_screen(text, job, encoding).decode(encoding))
    sys.stdout.flush()


def _screen(text: str, job: Job, encoding: str = "utf-8") -> bytes:
    names = " ".join(job.folders)
    whole = f"{CLEAR if job.clear else ''}{text}\n\nwatching {names}: save a file to run again, Ctrl-C ends\n"
    return whole.encode(encoding, "replace")
