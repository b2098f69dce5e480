"""In a notebook: the public tests run on what its cells define, and pictures of what your code computes."""

import io
import os
import re
from collections.abc import Collection, Generator, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
import torch
from IPython.display import display

from .loading import Folder, NotDefinedError
from .outcomes import FOLDERS, exercise_of
from .pictures import curves, heat_map
from .sheet import Failure, Sheet
from .summary import MARK, UNTESTED, exercises_of, untested_in

__all__ = ["Checks", "curves", "heat_map", "picture"]

ASSIGNMENTS = Path(__file__).resolve().parents[1]
QUIET = ["--import-mode=importlib", "--capture=sys", "--color=no", "-p", "no:cacheprovider"]
CELL = re.compile(r"\b\d+\.py, line")  # Jupyter gives a cell a file of its own, with a number for a name


class NotPassedError(AssertionError):
    """A check that had to pass did not; what it found stands above."""


class Cells(Folder):
    """What the cells of a notebook define, in place of the files of a folder."""

    def __init__(self, path: Path, namespace: Mapping[str, Any]) -> None:
        super().__init__(path)
        self._namespace = namespace
        self.paths = frozenset(_files(namespace.values()))

    def find(self, name: str, first: str) -> Any:
        """What `name` stands for in the notebook now, whichever cell gave it its meaning last.

        Raises:
            NotDefinedError: no cell that was run defines it.
        """
        del first
        if name not in self._namespace:
            raise NotDefinedError(f"{name} is not defined yet: run its cell first")
        return self._namespace[name]


class Watch:
    """A plugin of pytest: gives tests the notebook's names, runs those of one exercise, keeps what they say."""

    def __init__(self, cells: Cells, folder: Path, exercise: str | None) -> None:
        self.reports: list[pytest.TestReport] = []
        self.failures: list[Failure] = []
        self._folders: dict[Path, Folder] = {folder: cells}
        self._exercise = exercise

    def pytest_configure(self, config: pytest.Config) -> None:
        """Put the notebook in the place of the files."""
        config.stash[FOLDERS] = self._folders

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the tests of other exercises."""
        if self._exercise is not None:
            items[:] = [
                item for item in items if isinstance(item, pytest.Function) and exercise_of(item) == self._exercise
            ]

    @pytest.hookimpl(wrapper=True, tryfirst=True)  # outside of the hooks that find the words
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep a report, and what a picture can be drawn of."""
        report = yield
        if call.when == "call" or report.failed:
            self.reports.append(report)
        if report.failed:
            error = call.excinfo.value if call.excinfo else None
            text = CELL.sub("the cell, line", report.longreprtext)
            self.failures.append(Failure(item.name, text, report.capstdout, getattr(error, "difference", None)))
        return report


class Checks:
    """`check("softmax")` runs the public tests of that exercise, `check()` those of all."""

    def __init__(self, assignment: str, namespace: Mapping[str, Any]) -> None:
        self._folder = ASSIGNMENTS / assignment
        self._namespace = namespace

    def __call__(self, exercise: str | None = None, *, hints: int = 1, must_pass: bool = False) -> None:
        """Show what the tests say; with `must_pass`, it is an error when one does not pass.

        Raises:
            NotPassedError: with `must_pass` only.
            ValueError: there is no such exercise.
        """
        files = [
            path for path in sorted(self._folder.glob("test_*.py")) if exercise is None or exercise in _marks(path)
        ]
        if exercise is not None and not files:
            self._untested(exercise, must_pass=must_pass)
            return
        watch = Watch(Cells(self._folder, self._namespace), self._folder, exercise)
        said = _run([*QUIET, f"--rootdir={ASSIGNMENTS}", f"--hints={hints}", *map(str, files)], watch)
        found = exercises_of(watch.reports)
        if not found:
            raise RuntimeError(said)
        done = all(item.done for item in found)
        rest = untested_in(self._folder) if exercise is None else []
        lines = [(item.name, str(item)) for item in found] + [(name, UNTESTED) for name in rest]
        display(Sheet(lines, [] if exercise is None else watch.failures))
        if must_pass and not done:
            raise NotPassedError(f"{exercise}: {found[0]}")

    def _untested(self, exercise: str, *, must_pass: bool) -> None:
        """Say that only hidden checks are about an exercise: nothing here can say that it is right."""
        if exercise not in self._namespace and exercise not in untested_in(self._folder):
            raise ValueError(f"{self._folder.name} has no exercise called {exercise!r}")
        told = f"{UNTESTED}; hidden checks run when graded"
        if must_pass:
            raise NotPassedError(f"{exercise}: {told}")
        display(Sheet([(exercise, told)], []))


def _run(arguments: list[str], watch: Watch) -> str:
    """Run pytest here; returns what it would have printed. Random numbers go on as if nothing had been run."""
    screen = io.StringIO()
    before = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins of other projects take seconds and have nothing to say
    try:
        with torch.random.fork_rng(devices=[]), redirect_stdout(screen), redirect_stderr(screen):
            pytest.main(["-c", os.devnull, *arguments], plugins=[watch])
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        if before is not None:
            os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = before
    return screen.getvalue()


def _marks(test: Path) -> list[str]:
    return MARK.findall(test.read_text(encoding="utf-8"))


def _files(values: Collection[Any]) -> Iterator[str]:
    """Where the functions and methods among `values` were written that no module has given."""
    for value in values:
        if getattr(value, "__module__", None) == "__main__":
            for part in [value, *vars(value).values()] if isinstance(value, type) else [value]:
                code = getattr(part, "__code__", None)
                if code is not None:
                    yield code.co_filename


@contextmanager
def picture() -> Iterator[None]:
    """Draw with your own code; where it is not written yet, or stops, say so and go on."""
    try:
        yield
    except NotImplementedError:
        print("a picture appears here when the exercise is written")  # noqa: T201 - what the cell shows
    except Exception as error:  # noqa: BLE001 - whatever a student's code raises
        print(f"no picture yet: {type(error).__name__}: {error}")  # noqa: T201 - the same
