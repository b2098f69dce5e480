"""Notebooks and programs, read by a process that is bounded in time and memory and may be lost."""

import importlib.util
import multiprocessing
import resource
import signal
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from types import TracebackType
from typing import Self, TypeVar

from autograder.course import Assignment, Course, load_course
from autograder.intake.assemble import Assembled, Piece, assemble
from autograder.intake.cells import Taken, Wanted, take, untouched
from autograder.intake.outline import Handout, Outline, outline

SECONDS = 20  # of processor time for one question: on a busy machine the same sources are read as on an idle one
PATIENCE = 10  # times as long by the clock, for a process that waits for something
MEMORY = 1 << 30
LOST = "cannot be read within the limits of time and memory"

Answer = TypeVar("Answer")


class NotebookReader:
    """Reads notebooks; the process is started for the first one, and again where one has ended it."""

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
            for process in list(pool._processes.values()):  # noqa: SLF001 - a parser that hangs has no other end
                process.kill()
            pool.shutdown()

    def take(self, notebook: bytes, assignment: Assignment, handouts: tuple[Handout, ...] = ()) -> Taken:
        """What a notebook gives for the files of an assignment."""
        self._check_libraries()
        lost = Taken({}, (), frozenset(), LOST)
        return self.ask(take, (notebook, wanted(assignment), stubs(assignment), handouts), lost)

    def outline(self, data: bytes, handouts: tuple[Handout, ...], *, notebook: bool) -> Outline:
        """Which exercises a source solves."""
        if notebook:
            self._check_libraries()
        return self.ask(outline, (data, handouts, notebook), Outline(problem=LOST))

    def assemble(self, pieces: tuple[Piece, ...], handout: Handout, handouts: tuple[Handout, ...]) -> Assembled:
        """One file from several sources; empty where that cannot be done."""
        return self.ask(assemble, (pieces, handout, handouts), Assembled(b""))

    @staticmethod
    def _check_libraries() -> None:
        for library in ("nbformat", "IPython"):
            if importlib.util.find_spec(library) is None:
                raise ModuleNotFoundError(f"No module named {library!r}", name=library)

    def untouched(self, source: bytes, assignment: Assignment, file: str) -> bool:
        """Whether a file is still the stub."""
        stub = stubs(assignment).get(file, b"")
        return source == stub or self.ask(untouched, (source, stub, wanted(assignment)[file]), otherwise=False)

    def ask(self, question: Callable[..., Answer], given: tuple[object, ...], otherwise: Answer) -> Answer:
        """Let the process answer something about a notebook; `otherwise` where it does not within its limits."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, _bound)
        try:
            return self._pool.submit(_within, SECONDS, question, given).result(timeout=PATIENCE * SECONDS)
        except (BrokenExecutor, TimeoutError, MemoryError, RecursionError):
            self.close()
            return otherwise
        except Exception:  # noqa: BLE001 - one student's file must not end the intake of the class
            return otherwise


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    warnings.simplefilter("ignore")  # nbformat's, about notebooks that somebody else has written


def _within(seconds: float, question: Callable[..., Answer], given: tuple[object, ...]) -> Answer:
    """Answer a question in the reading process, which SIGPROF ends once the answer has taken so much processor time.

    RLIMIT_CPU counts from the start of the process, and in ticks, which `getrusage` does not: the error would grow.
    """
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return question(*given)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def wanted(assignment: Assignment) -> Wanted:
    """The exercises of each file."""
    return {file: tuple(exercise.name for exercise in assignment.of_file(file)) for file in assignment.files}


def handouts(course: Course) -> tuple[Handout, ...]:
    """All files as they were given out."""
    return tuple(
        Handout(assignment.id, file, names, stubs(assignment).get(file, b""))
        for assignment in course
        for file, names in wanted(assignment).items()
    )


def stubs(assignment: Assignment) -> dict[str, bytes]:
    """The files as they were given out, where they are there."""
    folder = load_course().assignments_folder / assignment.id
    return {file: (folder / file).read_bytes() for file in assignment.files if (folder / file).is_file()}
