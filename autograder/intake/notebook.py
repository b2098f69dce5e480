"""Notebooks, read by a process that is bounded in time and memory and may be lost."""

import importlib.util
import multiprocessing
import resource
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from autograder.course import Assignment
from autograder.intake.cells import Taken, Wanted, take, untouched

ASSIGNMENTS = Path(__file__).parents[2] / "assignments"
SECONDS = 20
MEMORY = 1 << 30

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

    def take(self, notebook: bytes, assignment: Assignment) -> Taken:
        """What a notebook gives for the files of an assignment."""
        for library in ("nbformat", "IPython"):
            if importlib.util.find_spec(library) is None:
                raise ModuleNotFoundError(f"No module named {library!r}", name=library)
        lost = Taken({}, (), frozenset(), "cannot be read within the limits of time and memory")
        return self.ask(take, (notebook, wanted(assignment), stubs(assignment)), lost)

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
            return self._pool.submit(question, *given).result(timeout=SECONDS)
        except (BrokenExecutor, TimeoutError, MemoryError, RecursionError):
            self.close()
            return otherwise


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def wanted(assignment: Assignment) -> Wanted:
    """The exercises of each file."""
    return {file: tuple(exercise.name for exercise in assignment.of_file(file)) for file in assignment.files}


def stubs(assignment: Assignment) -> dict[str, bytes]:
    """The files as they were given out, where they are there."""
    folder = ASSIGNMENTS / assignment.id
    return {file: (folder / file).read_bytes() for file in assignment.files if (folder / file).is_file()}
