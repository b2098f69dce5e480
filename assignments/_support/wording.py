"""Describes how a test ended: no lines of pytest or torch, only the student's own."""

import linecache
import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from textwrap import wrap

from .asserting import Compared, called_at, difference_of, error_expected_at
from .causes import hint_on, is_about_none, none_at, shapes_at, shown_call
from .compare import Difference, MismatchError
from .forbidden import NotAllowedError
from .loading import Folder, LoadError, NotDefinedError
from .show import WIDTH, Said, labelled

ARGUMENTS = re.compile(r"\(\) .*argument|^__init__\(\) should return")  # the call itself does not fit


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
    if none_at(error, test):
        return None
    difference = difference_of(error, test, of_test[-1].line, compared)
    if difference is None and is_about_none(error):
        return Difference("wrong type", "", None, Said("a result"), call=called_at(test, of_test[-1].line))
    return difference


def message(error: BaseException, folder: Folder, test: str, exercise: str) -> list[str]:
    """Return the lines about an error that stopped the test; none if the test is not in its traceback."""
    if isinstance(error, LoadError | NotDefinedError):
        return [str(error)]
    if isinstance(error, NotAllowedError):
        return wrap(str(error), WIDTH)
    frames, files = frames_of(error), folder.paths
    own = [frame for frame in frames if frame.file in files]
    before = [frame for frame in takewhile(lambda frame: frame.file not in files, frames) if frame.file == test]
    if not before:
        return []
    wanted = error_expected_at(before[-1].file, before[-1].line)
    called = called_at(before[-1].file, before[-1].line) or called_at(before[0].file, before[0].line)
    shapes, hint, part = shapes_at(error, files), hint_on(error, folder), none_at(error, test)
    raised = labelled("raised", f"{type(error).__name__}: {error}".removesuffix(": "), most=6)
    return [
        _how_it_ended(error, own=bool(own or wanted)),
        *labelled("called", shown_call(called, exercise), most=2),
        *(labelled("got", f"an object whose {part} is None") if part else raised),
        *(labelled("expected", f"{wanted} is raised") if wanted else []),
        *(line for frame in own[-3:] for line in _where(frame)),
        *(labelled("shapes", shapes, most=2) if shapes else []),
        *(labelled("hint", hint, most=2) if hint else []),
    ]


def _how_it_ended(error: BaseException, *, own: bool) -> str:
    if isinstance(error, SystemExit):
        return "your code ends the program, as exit() does, where it should return"
    return "stopped by an error" if own or ARGUMENTS.search(str(error)) else "the result cannot be used"


def _where(frame: Frame) -> list[str]:
    return [*labelled("where", f"{frame.place}, in {frame.function}"), *labelled("", frame.text, most=1)]
