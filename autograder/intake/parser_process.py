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

from autograder.intake.assemble import Assembled, Piece, assemble
from autograder.intake.outline import Extracted, Handout, Outline, extract_exercises, is_unchanged_stub, outline

# Of processor time, so that a busy machine reads the same sources as an idle one. Honest work takes less than a second.
CPU_SECONDS = 20.0  # for one call
STUDENT_SECONDS = 8.0  # for all files of a student
FAIR_SECONDS = 2.0  # of these everybody has in any case; what is beyond them is taken from
CLASS_SECONDS = 120.0  # for the whole class
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

    def extract(self, notebook: bytes, assignment: str, handouts: tuple[Handout, ...]) -> Extracted:
        """Extract the exercises of an assignment from a notebook.

        Raises:
            ModuleNotFoundError: nbformat or IPython is not installed.
        """
        self._check_libraries()
        lost = Extracted({}, (), frozenset(), OVER_LIMITS)
        return self.run(extract_exercises, (notebook, assignment, handouts), lost)

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

    def is_unchanged_stub(self, source: bytes, handout: Handout) -> bool:
        """Whether a file still defines all exercises as the stub does."""
        return source == handout.stub or self.run(is_unchanged_stub, (source, handout), fallback=False)

    def run(self, function: Callable[..., Result], arguments: tuple[object, ...], fallback: Result) -> Result:
        """Call a function in the process.

        Args:
            function: any function that can be pickled.
            arguments: its arguments.
            fallback: what to return where the process exceeds its limits, ends or raises.
        """
        return self.timed(function, arguments, fallback, CPU_SECONDS)[0]

    def timed(
        self, function: Callable[..., Result], arguments: tuple[object, ...], fallback: Result, limit: float
    ) -> tuple[Result, float]:
        """Do the same within a limit of processor time; return the result and the seconds that it took."""
        begun = time.monotonic()
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _limit_process, (os.getpid(),))
        try:
            work = self._pool.submit(_run_with_limit, limit, function, arguments)
            return work.result(timeout=WALL_CLOCK_FACTOR * limit)
        except (BrokenExecutor, TimeoutError, MemoryError, RecursionError):
            self.close()
            return fallback, limit
        except Exception:  # noqa: BLE001 - one student's file must not end the intake of the class
            return fallback, min(limit, time.monotonic() - begun)


class IntakeParser(ParserProcess):
    """Parses the files of a class: what those of one student may cost together is limited, and what the class may."""

    def __init__(self) -> None:
        super().__init__()
        self.begin_class()

    def begin_class(self) -> None:
        """Give the next class all its time."""
        self._extra, self._given, self._left = CLASS_SECONDS, 0.0, 0.0
        self.begin_student()

    def begin_student(self) -> None:
        """Give the next student the time for all files."""
        self._extra -= max(0.0, self._given - self._left - FAIR_SECONDS)
        self._left = self._given = min(STUDENT_SECONDS, FAIR_SECONDS + max(0.0, self._extra))

    def run(self, function: Callable[..., Result], arguments: tuple[object, ...], fallback: Result) -> Result:
        """Call a function in the process while there is time for this student; then only return the fallback."""
        if self._left <= 0:
            return fallback
        result, seconds = self.timed(function, arguments, fallback, self._left)
        self._left -= seconds
        return result

    def here(self, function: Callable[..., Result], arguments: tuple[object, ...], fallback: Result) -> Result:
        """Do the same in this process, for what is too cheap for another one and may be asked of many files."""
        if self._left <= 0:
            return fallback
        begun = time.thread_time()
        try:
            return function(*arguments)
        finally:
            self._left -= time.thread_time() - begun


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


def _run_with_limit(
    seconds: float, function: Callable[..., Result], arguments: tuple[object, ...]
) -> tuple[Result, float]:
    """Call a function in the parser process, which SIGPROF ends after so many seconds of CPU time.

    Returns:
        What the function returned, and the seconds that it took.

    RLIMIT_CPU would count from the start of the process, and in ticks, so that the error would grow with each call.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    begun = time.process_time()
    try:
        return function(*arguments), time.process_time() - begun
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
