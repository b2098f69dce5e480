"""Modules that a worker has otherwise than its machine.

A library that only decorates is stood in for: a program computes the same without a progress bar. What runs code from
text is not there, because such code could not be read before.
"""

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, Self

PACKAGE = "tqdm"
RUNNING_TEXT = frozenset(["bdb", "cProfile", "code", "codeop", "doctest", "pdb", "profile", "runpy", "timeit", "trace"])
SUBMODULES = ("auto", "notebook", "autonotebook", "std")


class ProgressBar:
    """A progress bar that shows nothing: it hands on what it goes over, and takes every option and every message."""

    def __init__(self, iterable: Iterable[Any] | None = None, *args: Any, total: int | None = None, **_: Any) -> None:
        self.iterable: Any = iterable
        self.total = args[1] if len(args) > 1 else total
        self.n = 0

    def __iter__(self) -> Iterator[Any]:
        """Go over what it was made for."""
        for item in self.iterable:
            self.n += 1
            yield item

    def __len__(self) -> int:
        """Return the length of what it was made for."""
        return len(self.iterable) if self.total is None else self.total

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def update(self, n: float | None = 1) -> None:
        """Count."""
        self.n += int(n or 0)

    def _show_nothing(self, *_: Any, **__: Any) -> None:
        return None

    set_description = set_description_str = set_postfix = set_postfix_str = _show_nothing
    refresh = reset = clear = close = display = unpause = _show_nothing

    @staticmethod
    def write(text: str, *_: Any, **__: Any) -> None:
        """Print, as the library does."""
        print(text)  # noqa: T201 - what the program asks for


def steps(*args: int, **_: Any) -> ProgressBar:
    """Return the bar of a range."""
    return ProgressBar(range(*args))


class StandInFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of the package, also where the library is installed: a verdict does not depend on that."""

    def __init__(self, files: Collection[str]) -> None:
        self._submission = files

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        """Find the package or one of its modules.

        Raises:
            ImportError: the module runs code from text, and a submission asks for it; libraries may.
        """
        del path, target
        if fullname in RUNNING_TEXT and _asked_by(self._submission):
            raise ImportError(
                f"{fullname} runs code from text, and is not there when exercises are graded", name=fullname
            )
        if fullname == PACKAGE:
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        if fullname in {f"{PACKAGE}.{name}" for name in SUBMODULES}:
            return importlib.machinery.ModuleSpec(fullname, self)
        return None

    def create_module(self, spec: Any) -> ModuleType:
        """Make the module."""
        module = ModuleType(spec.name)
        bars = dict.fromkeys(("tqdm", "tqdm_notebook"), ProgressBar) | dict.fromkeys(("trange", "tnrange"), steps)
        vars(module).update(bars)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: everything is there already."""


def _asked_by(files: Collection[str]) -> bool:
    """Whether the code that imports something is in one of these files."""
    frame = sys._getframe()  # noqa: SLF001 - nothing else tells who imports
    while frame.f_back is not None and frame.f_code.co_filename.startswith((__file__, "<frozen importlib")):
        frame = frame.f_back
    return frame.f_code.co_filename in files


def find_stand_ins(files: Collection[str]) -> None:
    """Let the files of a submission import what stands in for a library."""
    sys.meta_path.insert(0, StandInFinder(files))
