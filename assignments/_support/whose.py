"""Whose function or class a payoff uses: the student's own where it works, else a stand-in."""

import contextlib
import json
import re
import subprocess
import sys
import textwrap
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from .loading import PAYOFF, Folder, LoadError, NotDefinedError
from .time_limit import TimeLimitError, time_limit

ASSIGNMENTS = Path(__file__).resolve().parents[1]
SECONDS = 5.0  # for the small example in which an exercise is tried
WIDTH = 80
WRONG = re.compile(r"^ +(\w+) +wrong: .*(?:\n +calls (\w+),)?", re.MULTILINE)  # in the summary of the public tests

_folders: dict[str, Folder] = {}  # the student's files of each part, or the cells of a notebook
_notebooks: dict[str, Folder] = {}  # those that run, by part
_saved: dict[str, Folder] = {}  # those that were saved
_used: dict[str, str] = {}  # the part of each exercise of the student's own that is in use


class _RefusedError(Exception):
    """The student's own cannot be used; the text says why."""


@dataclass(frozen=True)
class Place:
    """A line of the student's own."""

    exercise: str
    part: str
    file: str
    line: int

    def __str__(self) -> str:
        return self.told()

    def told(self, name: str = "") -> str:
        """Return the place in words, where `name` was asked for."""
        exercise = "it" if self.exercise == name else self.exercise
        return f"{exercise} ({self.part}/{self.file}, line {self.line})"


class SavedCells(Folder):
    """The definitions in the notebook of a part, as it was saved last; cells that only draw or check are left out."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._names: dict[str, Any] = {}
        notebook = path / f"{path.name}.ipynb"
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"] if notebook.is_file() else []
        self._cells = {
            f"{notebook.name}, cell {number}": "".join(cell["source"])
            for number, cell in enumerate(cells, start=1)
            if cell["cell_type"] == "code" and "active-ipynb" not in cell["metadata"].get("tags", ())
        }
        self.paths = frozenset(self._cells)

    def find(self, name: str, first: str) -> Any:
        """Return what `name` is; cells that raise an error define nothing."""
        while self._cells:
            label = next(iter(self._cells))
            with contextlib.suppress(Exception):  # such as a cell that begins with `%` or is not finished
                exec(compile(self._cells.pop(label), label, "exec", dont_inherit=True), self._names)  # noqa: S102 - the student's own
        if name not in self._names:
            raise NotDefinedError(f"{name} is not defined in the notebook of {self.name}, {first}".rstrip())
        return self._names[name]


def own(name: str, part: str, stand_in: Any, trial: Callable[[Any], Any], *, of: str = "PyTorch's") -> Any:
    """Return the student's `name` from a part if it passes a trial, else `stand_in`; print whose it is.

    Right or wrong does not matter here: what a wrong exercise does is worth seeing. It has to be finished, though.

    Args:
        name: the name of the function or class.
        part: the folder that has it, for example `02_causal`.
        stand_in: what takes its place, with the same interface.
        trial: calls what it is given in a small example and returns one or several tensors; those of the student's own
            must have the shapes of the stand-in's, be finite, and let gradients through where the stand-in's do.
        of: whose the stand-in is.
    """
    try:
        found = _tried(name, part, stand_in, trial)
    except _RefusedError as reason:
        _say(f"{name}: {of}, because {reason}")
        return stand_in
    _used[name] = part
    _say(f"{name}: yours")
    return found


def forget() -> None:
    """Read the student's files anew from now on, and say of no exercise that it is in use."""
    _folders.clear()
    _folders.update(_notebooks)
    _saved.clear()
    _used.clear()


def use_cells(part: str, cells: Folder) -> None:
    """Take the exercises of a part from the cells of a notebook, not from the files."""
    _notebooks[part] = cells


def blame(error: BaseException) -> str | None:
    """Say what stopped a payoff: a line of the student's own, or else what of it is in use; None if nothing is."""
    reason = f"{type(error).__name__}: {_first_line(error)}".removesuffix(": ")
    place = _place(error)
    if place:
        return f"It stopped in {place}: {reason}. `pytest assignments/{place.part}` says more."
    return f"It stopped with {reason}. {in_use()}" if _used else None


def in_use() -> str:
    """Say which exercises of the student's own a payoff uses, and what to run."""
    if not _used:
        return "Nothing of yours is in it."
    return f"Yours in it: {', '.join(_used)}; `pytest {' '.join(_tests())}` says whether they are right."


def suspects() -> str:
    """Say which of the exercises in use is wrong by its public tests: the first, or the one that it calls."""
    if not _used:
        return in_use()
    chosen = [
        "-k",
        " or ".join(_used),
        "--tb=no",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=",
        "--import-mode=importlib",
    ]
    command = [sys.executable, "-m", "pytest", *_tests(), *chosen]
    try:
        done = subprocess.run(command, cwd=ASSIGNMENTS.parent, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - as the student runs them
    except (OSError, subprocess.TimeoutExpired):
        return in_use()
    if done.returncode == 0:
        return f"Yours in it: {', '.join(_used)}. Their public tests pass."
    found = WRONG.search(done.stdout)
    if found is None:  # such as a Python without pytest
        return in_use()
    name, callee = found.groups()
    says = f"`pytest assignments/{_used[name]} -k {callee or name}` says more."
    return f"Yours in it: {', '.join(_used)}. {callee or name} is wrong by its public tests: {says}"


def _tests() -> list[str]:
    return [f"assignments/{part}" for part in dict.fromkeys(_used.values())]


def _tried(name: str, part: str, stand_in: Any, trial: Callable[[Any], Any]) -> Any:
    """Return the student's own from the files of a part, or from its notebook if that is where it works."""
    folder = _folders.get(part) or _folders.setdefault(part, Folder(ASSIGNMENTS / part))
    with torch.random.fork_rng(devices=[]):
        wanted = _results(trial(stand_in))
        try:
            return _passed(name, folder, wanted, trial)
        except _RefusedError:
            if part not in _notebooks:
                with contextlib.suppress(_RefusedError, ValueError, KeyError):  # a notebook that is none
                    saved = _saved.get(part) or _saved.setdefault(part, SavedCells(ASSIGNMENTS / part))
                    return _passed(name, saved, wanted, trial)
            raise


def _passed(name: str, folder: Folder, wanted: list[Any], trial: Callable[[Any], Any]) -> Any:
    part = folder.name
    try:
        found = folder.find(name, "")
        with time_limit(folder.paths, SECONDS):
            got = _results(trial(found))
    except NotDefinedError:
        raise _RefusedError(f"{part} does not define it") from None
    except LoadError as problem:
        raise _RefusedError(str(problem).split("\n", maxsplit=1)[0]) from None
    except NotImplementedError as error:
        stub = _place(error)
        raise _RefusedError(f"{stub.told(name) if stub else part} is not written yet") from None
    except TimeLimitError as error:
        raise _RefusedError(f"{_place(error) or part} does not end") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a student's code may raise anything
        stopped = _place(error) or f"yours in {part}"
        raise _RefusedError(f"{stopped} stops with {type(error).__name__}: {_first_line(error)}") from None
    if reason := _difference(got, wanted):
        raise _RefusedError(f"yours in {part} {reason}")
    return found


def _results(result: Any) -> list[Any]:
    return list(result) if isinstance(result, tuple | list) else [result]


def _difference(got: list[Any], wanted: list[Any]) -> str:
    """Say what a result lacks to be used; nothing if it can be."""
    if len(got) != len(wanted) or not all(isinstance(item, Tensor) for item in got):
        return f"returns {' and '.join(type(item).__name__ for item in got)} and not {len(wanted)} tensor(s)"
    for mine, theirs in zip(got, wanted, strict=True):
        if mine.shape != theirs.shape:
            return f"returns the shape {tuple(mine.shape)} and not {tuple(theirs.shape)}"
        if bool(theirs.isfinite().all()) and not bool(mine.isfinite().all()):
            return "returns numbers that are not finite"
        if theirs.requires_grad and not mine.requires_grad:
            return "lets no gradient through"
    return ""


def _place(error: BaseException) -> Place | None:
    """Return the innermost line of the student's own that an error went through."""
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        path = frame.f_code.co_filename
        for part, folder in [*_folders.items(), *_saved.items()]:
            if path in folder.paths and Path(path).name != PAYOFF:
                file = "the cell" if Path(path).stem.isdigit() else Path(path).name  # Jupyter's files have numbers
                return Place(frame.f_code.co_qualname.split(".")[0], part, file, line)
    return None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).strip().splitlines()), "")


def _say(text: str) -> None:
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    print(*lines, sep="\n", flush=True)  # noqa: T201 - a payoff prints whose everything is
