"""Finds out whether a test made the student's code call what the exercise must not leave to the library.

The grader records library calls in a way of its own and misses less. What is found here is not allowed there either.
"""

import inspect
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from torch.overrides import TorchFunctionMode

from .loading import Folder

RULES = Path(__file__).with_name("forbidden.json")  # written by `autograder sync`
MODULES = "torch.nn.modules."


class NotAllowedError(Exception):
    """The student's code called what the exercise forbids; the text is the line to show."""


class _Calls(TorchFunctionMode):
    """Looks for forbidden calls of an exercise, also through other definitions in the files of the student."""

    def __init__(self, files: Collection[str], exercise: str, parts: Sequence[str]) -> None:
        super().__init__()
        self.found = ""  # the first forbidden call and its place
        self._files = files
        self._exercise = exercise
        self._parts = [part.casefold() for part in parts]

    def __torch_function__(
        self, func: Any, types: Sequence[type], args: tuple[Any, ...] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        if not self.found:
            self.found = self._forbidden(str(getattr(func, "__name__", "")), inspect.currentframe())
        return func(*args, **(kwargs or {}))

    def _forbidden(self, operation: str, frame: FrameType | None) -> str:
        """Return the operation, or what of the library called it, with the line of the student's; empty if allowed."""
        names = [operation]
        while frame is not None and frame.f_code.co_filename not in self._files:
            names.append(_full_name(frame))
            frame = frame.f_back
        broken = next((name for name in reversed(names) if any(part in name.casefold() for part in self._parts)), "")
        if frame is None or not broken or not self._is_of_exercise(frame):
            return ""
        return f"{broken} is called in {Path(frame.f_code.co_filename).name}, line {frame.f_lineno}"

    def _is_of_exercise(self, frame: FrameType | None) -> bool:
        """Whether the exercise is being called; tests call what is given in its file too."""
        while frame is not None:
            code = frame.f_code
            if code.co_filename in self._files and code.co_qualname.split(".")[0] == self._exercise:
                return True
            frame = frame.f_back
        return False


def _full_name(frame: FrameType) -> str:
    """Return the name of a running function with its module, as the library is documented."""
    module = str(frame.f_globals.get("__name__", ""))
    return f"{'torch.nn' if module.startswith(MODULES) else module}.{frame.f_code.co_qualname}".lstrip(".")


@contextmanager
def only_allowed(folder: Folder, exercise: str) -> Iterator[None]:
    """Run a test of an exercise that may have a from-scratch rule.

    Raises:
        NotAllowedError: the test ended without an error, and the student's code made a forbidden call.
    """
    rule = _rules().get(folder.name, {}).get(exercise)
    if rule is None:
        yield
        return
    with _Calls(folder.paths, exercise, rule["calls"]) as calls:
        yield
    if calls.found:
        raise NotAllowedError(f"{calls.found}, which is not allowed: {rule['sentence']}. It gets no points.")


@cache
def _rules() -> dict[str, dict[str, dict[str, Any]]]:
    """The rules by part and exercise."""
    return json.loads(RULES.read_text(encoding="utf-8")) if RULES.is_file() else {}
