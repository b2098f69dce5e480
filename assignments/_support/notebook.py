"""For notebooks: runs the public tests on what the cells define, and draws what your code computes."""

import io
import linecache
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pytest
import torch
from IPython.display import HTML, display

from .folding import about_same, groups
from .loading import Folder, NotDefinedError
from .outcomes import ALSO_WRONG, FOLDERS, exercise_of
from .pictures import curves, heat_map, picture
from .sheet import Failure, Sheet
from .summary import MARK, UNTESTED, ExerciseProgress, because_of, exercises_of, untested_in, wrong_callees

__all__ = ["Checks", "Show", "curves", "heat_map", "picture"]

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

    def sources(self) -> Mapping[str, str]:
        """Return the cells that define what the notebook has now."""
        return {path: "".join(linecache.getlines(path)) for path in self.paths}

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
        self.differences: dict[str, Any] = {}  # by test
        self.also_wrong: dict[tuple[str, str], list[str]] = {}
        self._folders: dict[Path, Folder] = {folder: cells}
        self._exercise = exercise

    def pytest_configure(self, config: pytest.Config) -> None:
        """Use the notebook in place of the files."""
        config.stash[FOLDERS] = self._folders

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out the tests of other exercises."""
        if self._exercise is not None:
            own = [item for item in items if isinstance(item, pytest.Function) and exercise_of(item) == self._exercise]
            config.hook.pytest_deselected(items=[item for item in items if item not in own])
            items[:] = own

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the report of a test that was asked for; others are tried, and not reported."""
        if report.when == "call" or report.failed:
            self.reports.append(report)

    def pytest_exception_interact(
        self, call: pytest.CallInfo[object], report: pytest.TestReport | pytest.CollectReport
    ) -> None:
        """Keep the difference that a picture can be drawn of."""
        if call.excinfo:
            self.differences[report.nodeid] = getattr(call.excinfo.value, "difference", None)

    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """Keep which exercises that were left out are wrong."""
        self.also_wrong = config.stash.get(ALSO_WRONG, {})

    def failures(self) -> list[Failure]:
        """Return the failed tests; those that fail for one reason are one."""
        failed = [report for report in self.reports if report.failed]
        return [self._failure(report, same) for report, same in groups(failed)]

    def _failure(self, report: pytest.TestReport, same: int) -> Failure:
        lines = [CELL.sub("the cell, line", report.longreprtext), *about_same(same)]
        name = report.nodeid.rpartition("::")[2]
        return Failure(name, "\n".join(lines), report.capstdout, self.differences.get(report.nodeid))


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
        lines = [(item.name, self._line(item, exercises, watch)) for item in exercises]
        lines += [(name, UNTESTED) for name in rest]
        display(Sheet(lines, [] if exercise is None else watch.failures()))
        if must_pass and not done:
            raise NotPassedError(f"{exercise}: {exercises[0]}")

    def _line(self, item: ExerciseProgress, exercises: list[ExerciseProgress], watch: Watch) -> str:
        cells = Cells(self._folder, self._namespace)
        callees = wrong_callees(item, exercises, cells) + watch.also_wrong.get((item.folder, item.name), [])
        return "; ".join([str(item), *map(because_of, callees)])

    def _untested(self, exercise: str, *, must_pass: bool) -> None:
        """Say that an exercise has hidden checks only, so that it cannot be checked here."""
        if exercise not in self._namespace and exercise not in untested_in(self._folder):
            names = [name for path in self._folder.glob("test_*.py") for name in _marks(path)]
            close = get_close_matches(exercise, names, n=1)
            meant = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(f"{self._folder.name} has no exercise called {exercise!r}{meant}")
        note = f"{UNTESTED}; hidden checks run when graded"
        if must_pass:
            raise NotPassedError(f"{exercise}: {note}")
        display(Sheet([(exercise, note)], []))


class Show:
    """`show()` runs the payoff of a part with what the cells define; `show("--seed", "1")` with another seed."""

    def __init__(self, assignment: str, namespace: Mapping[str, Any]) -> None:
        self._folder = ASSIGNMENTS / assignment
        self._namespace = namespace

    def __call__(self, *arguments: str) -> None:
        """Run it; pictures are shown below the cell."""
        from . import page, payoffs, whose  # noqa: PLC0415 - most cells need none of them

        whose.use_cells(self._folder.name, Cells(self._folder, self._namespace))
        page.show_html(lambda html: display(HTML(html)))
        payoffs.run(self._folder, arguments)


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
