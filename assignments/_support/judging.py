"""Runs the public tests once, and shows its own screen in place of pytest's: what is done, wrong, and next."""

import contextlib
import io
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from .ahead import Ahead
from .folding import about_same, first_to_show
from .hints import View, what_to_read
from .loading import Folder
from .outcomes import VIEW, WRONG
from .show import labelled
from .summary import (
    UNTESTED,
    ExerciseProgress,
    exercises_of,
    minutes_left,
    next_line,
    problem_lines,
    untested_beside,
    what_follows,
)

HOME = Path(__file__).resolve().parents[1]  # assignments/
UNUSED = ("doctest", "junitxml", "pastebin", "setuponly", "setupplan", "stepwise", "unittest")  # plugins of pytest
ALONE = (
    *(part for name in ("terminal", "cacheprovider", "logging", *UNUSED) for part in ("-p", f"no:{name}")),
    *("-o", "addopts=", "--import-mode=importlib"),
)
PRINTED = 4  # last lines of what the student printed


@dataclass(eq=False)  # pytest keeps plugins in sets
class Listener:
    """A pytest plugin that keeps the reports."""

    view: View
    reports: list[pytest.TestReport] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Pass on what the terminal can show."""
        session.config.stash[VIEW] = self.view

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the report of a test that ended."""
        if hasattr(report, "public") or report.failed:
            self.reports.append(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep why a file of tests could not be read."""
        if report.failed:
            self.problems.append(report.longreprtext)


def run_tests(folders: Sequence[str], view: View, wait: Callable[[], None] | None = None) -> str:
    """Run the public tests of these folders and return what the screen shows.

    Args:
        folders: the names of the parts.
        view: how it is shown.
        wait: returns when the tests may run; they are collected before that, and again if they have changed then.
    """
    if wait is None:
        return _run(folders, view)
    ahead = Ahead(HOME, [HOME / folder for folder in folders], wait)
    text = _run(folders, view, ahead)
    return text if ahead.holds() else _run(folders, view)


def _run(folders: Sequence[str], view: View, *plugins: Ahead) -> str:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins take time, and none is needed
    listener = Listener(view)
    arguments = [*ALONE, f"--rootdir={HOME.parent}", *(str(HOME / folder) for folder in folders)]
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        pytest.main(arguments, plugins=[listener, *plugins])
    exercises = exercises_of(listener.reports)
    if listener.problems or not exercises:
        return "\n".join(["the tests themselves do not run", *listener.problems, output.getvalue()])
    return "\n".join(screen(exercises, listener.reports))


def preload() -> None:
    """Import what a run needs, so that the next run starts at once."""
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["--version"])
    import torch  # noqa: PLC0415 - the slow import

    from . import public_run  # noqa: F401, PLC0415 - imports torch

    torch.nn.Linear(2, 2)(torch.zeros(2, 2)).softmax(dim=-1)


def screen(exercises: Sequence[ExerciseProgress], reports: Sequence[pytest.TestReport]) -> list[str]:
    """Return what is done, at most one failed test, and what is next."""
    folders = ", ".join(dict.fromkeys(exercise.folder for exercise in exercises))
    done = [exercise for exercise in exercises if exercise.done]
    wrong = [exercise for exercise in exercises if not exercise.done and exercise.counts[WRONG]]
    rest = [exercise for exercise in exercises if exercise not in done and exercise not in wrong]
    lines = [f"{folders}: {len(done)} of {len(exercises)} done{minutes_left(exercises, HOME)}"]
    lines += labelled("done", ", ".join(exercise.name for exercise in done), most=1) if done else []
    lines += labelled("wrong", ", ".join(map(_named, wrong)), most=1) if wrong else []
    lines += labelled("to do", ", ".join(exercise.name for exercise in rest), most=1) if rest else []
    lines += [f"{UNTESTED}: {', '.join(names)}" for names in untested_beside(exercises, HOME).values()]
    problems = dict.fromkeys(line for exercise in exercises for test in exercise.tests for line in test.problems)
    lines += [line for problem in problems for line in problem_lines(problem)]
    if not wrong and not rest:
        after = [line for text in what_follows(exercises[-1], HOME) for line in labelled("next", text)]
        return [*lines, "", "all public checks passed here; hidden checks run when graded", *after]
    return [*lines, "", *_next((wrong + rest)[0], reports)]


def _named(exercise: ExerciseProgress) -> str:
    return f"{exercise.name} {exercise.counts['passed']}/{len(exercise.tests)}"


def _next(first: ExerciseProgress, reports: Sequence[pytest.TestReport]) -> list[str]:
    """Return the first failed test of an exercise, or the docstring of one that was not attempted."""
    lines = labelled("next", next_line(first, HOME))
    report, same = first_to_show(reports, first.folder, first.name)
    if report is not None:
        return [*report.longreprtext.splitlines(), *about_same(same), *_printed(report), "", *lines]
    return [*lines, *(what_to_read(Folder(HOME / first.folder), first.name) if not first.broken else ())]


def _printed(report: pytest.TestReport) -> list[str]:
    lines = (report.capstdout + report.capstderr).splitlines()[-PRINTED:]
    return [text for place, line in enumerate(lines) for text in labelled("" if place else "printed", line, most=1)]
