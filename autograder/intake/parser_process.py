"""Parses notebooks and programs in a process with limits of time and memory, which a file may crash."""

import importlib.util
import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from autograder.course import Assignment
from autograder.intake.assemble import Assembled, Piece, assemble
from autograder.intake.outline import (
    Extracted,
    Handout,
    Outline,
    exercises_by_file,
    extract_exercises,
    is_unchanged_stub,
    outline,
    read_stubs,
)

CPU_SECONDS = 20  # of CPU time for one call: a busy machine reads the same sources as an idle one
WALL_CLOCK_FACTOR = 10  # times as long by the clock, for a process that waits
MEMORY = 1 << 30
OVER_LIMITS = "cannot be read within the limits of time and memory"

Result = TypeVar("Result")


class ParserProcess:
    """Parses files in a process that is started when it is first needed, and again after a file has ended it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._pool is not None:
            pool, self._pool = self._pool, None
            for process in list(pool._processes.values()):  # noqa: SLF001 - nothing else ends a parser that hangs
                process.kill()
            pool.shutdown()

    def extract(self, notebook: bytes, assignment: Assignment, handouts: tuple[Handout, ...] = ()) -> Extracted:
        """Extract the exercises of an assignment from a notebook.

        Raises:
            ModuleNotFoundError: nbformat or IPython is not installed.
        """
        self._check_libraries()
        lost = Extracted({}, (), frozenset(), OVER_LIMITS)
        return self.run(
            extract_exercises, (notebook, exercises_by_file(assignment), read_stubs(assignment), handouts), lost
        )

    def outline(self, data: bytes, handouts: tuple[Handout, ...], *, notebook: bool) -> Outline:
        """Find the exercises that a source solves.

        Raises:
            ModuleNotFoundError: it is a notebook, and nbformat or IPython is not installed.
        """
        if notebook:
            self._check_libraries()
        return self.run(outline, (data, handouts, notebook), Outline(problem=OVER_LIMITS))

    def assemble(self, pieces: tuple[Piece, ...], handout: Handout, handouts: tuple[Handout, ...]) -> Assembled:
        """Assemble one file from several sources; empty where that is not possible."""
        return self.run(assemble, (pieces, handout, handouts), Assembled(b""))

    @staticmethod
    def _check_libraries() -> None:
        for library in ("nbformat", "IPython"):
            if importlib.util.find_spec(library) is None:
                raise ModuleNotFoundError(f"No module named {library!r}", name=library)

    def is_unchanged_stub(self, source: bytes, assignment: Assignment, file: str) -> bool:
        """Whether a file still defines all exercises as the stub does."""
        stub = read_stubs(assignment).get(file, b"")
        return source == stub or self.run(
            is_unchanged_stub, (source, stub, exercises_by_file(assignment)[file]), fallback=False
        )

    def run(self, function: Callable[..., Result], arguments: tuple[object, ...], fallback: Result) -> Result:
        """Call a function in the process.

        Args:
            function: any function that can be pickled.
            arguments: its arguments.
            fallback: what to return where the process exceeds its limits, ends or raises.
        """
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _limit_process, (os.getpid(),))
        try:
            return self._pool.submit(_run_with_limit, CPU_SECONDS, function, arguments).result(
                timeout=WALL_CLOCK_FACTOR * CPU_SECONDS
            )
        except (BrokenExecutor, TimeoutError, MemoryError, RecursionError):
            self.close()
            return fallback
        except Exception:  # noqa: BLE001 - one student's file must not end the intake of the class
            return fallback


def _limit_process(parent: int) -> None:
    import resource  # noqa: PLC0415 - Windows does not have it, and only this process needs it

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    warnings.simplefilter("ignore")  # nbformat warns about notebooks that other programs wrote


def _end_with(parent: int) -> None:
    """End this process soon after its parent, which tells nobody when it is killed, even while this one starts."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _run_with_limit(seconds: float, function: Callable[..., Result], arguments: tuple[object, ...]) -> Result:
    """Call a function in the parser process, which SIGPROF ends after so many seconds of CPU time.

    RLIMIT_CPU would count from the start of the process, and in ticks, so that the error would grow with each call.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(*arguments)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
