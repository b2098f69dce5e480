"""Describes how a test ended: no lines of pytest or torch, only the student's own."""

import linecache
from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from .asserting import Compared, called_at, difference_of, error_expected_at
from .compare import Difference, MismatchError
from .loading import LoadError, NotDefinedError
from .show import labelled


@dataclass(frozen=True)
class Frame:
    """A line of code that was running, and the name of its function."""

    file: str
    line: int
    function: str

    @property
    def text(self) -> str:
        """The source line."""
        return linecache.getline(self.file, self.line).strip()

    @property
    def place(self) -> str:
        """File name and line number."""
        return f"{Path(self.file).name}, line {self.line}"


def frames_of(error: BaseException) -> list[Frame]:
    """Return the frames from the test to where the error was raised."""
    frames, trace = [], error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(Frame(code.co_filename, trace.tb_lineno, code.co_qualname))
        trace = trace.tb_next
    return frames


def finding(error: BaseException, files: Collection[str], test: str, compared: Compared | None) -> Difference | None:
    """Return the difference that made the test fail; None if another error stopped it."""
    if isinstance(error, MismatchError):
        return error.difference
    frames = frames_of(error)
    of_test = [frame for frame in frames if frame.file == test]
    if not of_test or any(frame.file in files for frame in frames):
        return None
    return difference_of(error, test, of_test[-1].line, compared)


def message(error: BaseException, files: Collection[str], test: str) -> list[str]:
    """Return the lines about an error that stopped the test; none if the test is not in its traceback."""
    if isinstance(error, LoadError | NotDefinedError):
        return [str(error)]
    frames = frames_of(error)
    own = [frame for frame in frames if frame.file in files]
    before = [frame for frame in takewhile(lambda frame: frame.file not in files, frames) if frame.file == test]
    if not before:
        return []
    wanted = error_expected_at(before[-1].file, before[-1].line)
    return [
        "stopped by an error",
        *labelled("called", called_at(before[-1].file, before[-1].line) or before[-1].text, most=2),
        *labelled("raised", f"{type(error).__name__}: {error}".removesuffix(": "), most=6),
        *(labelled("expected", f"{wanted} is raised") if wanted else []),
        *(line for frame in own[-3:] for line in _where(frame)),
    ]


def _where(frame: Frame) -> list[str]:
    return [*labelled("where", f"{frame.place}, in {frame.function}"), *labelled("", frame.text, most=1)]
