"""For notebooks: runs the public tests on what the cells define, and draws what your code computes."""

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
CELL = re.compile(r"\b\d+\.py, line")  # Jupyter compiles each cell as a file whose name is a number


class NotPassedError(AssertionError):
    """A check that had to pass did not; its message is shown above."""


class Cells(Folder):
    """The definitions in the cells of a notebook, in place of the files of a folder."""

    def __init__(self, path: Path, namespace: Mapping[str, Any]) -> None:
        super().__init__(path)
        self._namespace = namespace
        self.paths = frozenset(_files(namespace.values()))

    def find(self, name: str, first: str) -> Any:
        """Return what `name` is in the notebook now, whichever cell defined it last.

        Raises:
            NotDefinedError: no cell that was run defines it.
        """
        del first
        if name not in self._namespace:
            raise NotDefinedError(f"{name} is not defined yet: run its cell first")
        return self._namespace[name]


class Watch:
    """A pytest plugin: gives tests the notebook's names, runs those of one exercise, keeps their reports."""

    def __init__(self, cells: Cells, folder: Path, exercise: str | None) -> None:
        self.reports: list[pytest.TestReport] = []
        self.failures: list[Failure] = []
        self._folders: dict[Path, Folder] = {folder: cells}
        self._exercise = exercise

    def pytest_configure(self, config: pytest.Config) -> None:
        """Use the notebook in place of the files."""
        config.stash[FOLDERS] = self._folders

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the tests of other exercises."""
        if self._exercise is not None:
            items[:] = [
                item for item in items if isinstance(item, pytest.Function) and exercise_of(item) == self._exercise
            ]

    @pytest.hookimpl(wrapper=True, tryfirst=True)  # outermost, so that the report already has its final message
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep the report, and the difference that a picture can be drawn of."""
        report = yield
        if call.when == "call" or report.failed:
            self.reports.append(report)
        if report.failed:
            error = call.excinfo.value if call.excinfo else None
            text = CELL.sub("the cell, line", report.longreprtext)
            self.failures.append(Failure(item.name, text, report.capstdout, getattr(error, "difference", None)))
        return report


class Checks:
    """`check("softmax")` runs the public tests of that exercise, `check()` those of all exercises."""

    def __init__(self, assignment: str, namespace: Mapping[str, Any]) -> None:
        self._folder = ASSIGNMENTS / assignment
        self._namespace = namespace

    def __call__(self, exercise: str | None = None, *, hints: int = 1, must_pass: bool = False) -> None:
        """Run the tests and show their messages; with `must_pass`, it is an error if one does not pass.

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
        output = _run([*QUIET, f"--rootdir={ASSIGNMENTS}", f"--hints={hints}", *map(str, files)], watch)
        exercises = exercises_of(watch.reports)
        if not exercises:
            raise RuntimeError(output)
        done = all(item.done for item in exercises)
        rest = untested_in(self._folder) if exercise is None else []
        lines = [(item.name, str(item)) for item in exercises] + [(name, UNTESTED) for name in rest]
        display(Sheet(lines, [] if exercise is None else watch.failures))
        if must_pass and not done:
            raise NotPassedError(f"{exercise}: {exercises[0]}")

    def _untested(self, exercise: str, *, must_pass: bool) -> None:
        """Say that an exercise has hidden checks only, so that it cannot be checked here."""
        if exercise not in self._namespace and exercise not in untested_in(self._folder):
            raise ValueError(f"{self._folder.name} has no exercise called {exercise!r}")
        note = f"{UNTESTED}; hidden checks run when graded"
        if must_pass:
            raise NotPassedError(f"{exercise}: {note}")
        display(Sheet([(exercise, note)], []))


def _run(arguments: list[str], watch: Watch) -> str:
    """Run pytest in this process and return its output; the random state stays as it was."""
    screen = io.StringIO()
    before = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins of other projects take seconds, and none is needed
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
    """Yield the files of the functions and methods among `values` that the notebook itself defines."""
    for value in values:
        if getattr(value, "__module__", None) == "__main__":
            for part in [value, *vars(value).values()] if isinstance(value, type) else [value]:
                code = getattr(part, "__code__", None)
                if code is not None:
                    yield code.co_filename


@contextmanager
def picture() -> Iterator[None]:
    """Draw with your own code; if it is not written yet, or raises an error, say so and go on."""
    try:
        yield
    except NotImplementedError:
        print("a picture appears here when the exercise is written")  # noqa: T201 - what the cell shows
    except Exception as error:  # noqa: BLE001 - a student's code may raise anything
        print(f"no picture yet: {type(error).__name__}: {error}")  # noqa: T201 - the same
