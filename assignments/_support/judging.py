"""One run of the public tests without pytest's own screen: what is done, what is wrong, what comes next."""

import contextlib
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import wrap

import pytest

from .hints import View, what_to_read
from .loading import Folder
from .outcomes import VIEW, WRONG
from .show import WIDTH, labelled
from .summary import UNTESTED, Exercise, exercises_of, untested_beside

HOME = Path(__file__).resolve().parents[1]  # assignments/
ALONE = ("-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:logging", "-o", "addopts=", "--import-mode=importlib")
PRINTED = 4  # last lines of what the student printed


@dataclass(eq=False)  # pytest keeps plugins in sets
class Listener:
    """A pytest plugin that keeps the reports."""

    view: View
    reports: list[pytest.TestReport] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """What the terminal can show."""
        session.config.stash[VIEW] = self.view

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test ended."""
        if hasattr(report, "public") or report.failed:
            self.reports.append(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests was read."""
        if report.failed:
            self.problems.append(report.longreprtext)


def judge(folders: Sequence[str], view: View) -> str:
    """Run the public tests of these folders and return the screen."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none of them is needed, and each takes its time
    listener = Listener(view)
    arguments = [*ALONE, f"--rootdir={HOME.parent}", *(str(HOME / folder) for folder in folders)]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        pytest.main(arguments, plugins=[listener])
    exercises = exercises_of(listener.reports)
    if listener.problems or not exercises:
        return "\n".join(["the tests themselves do not run", *listener.problems, said.getvalue()])
    return "\n".join(screen(exercises, listener.reports))


def warm_up() -> None:
    """Import what a run needs, so that the next one has it."""
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(["--version"])
    import torch  # noqa: PLC0415 - this is what takes long

    torch.set_num_threads(1)
    torch.nn.Linear(2, 2)(torch.zeros(2, 2)).softmax(dim=-1)


def screen(exercises: Sequence[Exercise], reports: Sequence[pytest.TestReport]) -> list[str]:
    """At most one failed test, between what is done and what is next."""
    folders = ", ".join(dict.fromkeys(exercise.folder for exercise in exercises))
    done = [exercise for exercise in exercises if exercise.done]
    wrong = [exercise for exercise in exercises if not exercise.done and exercise.counts[WRONG]]
    rest = [exercise for exercise in exercises if exercise not in done and exercise not in wrong]
    lines = [f"{folders}: {len(done)} of {len(exercises)} done"]
    lines += labelled("done", ", ".join(exercise.name for exercise in done), most=1) if done else []
    lines += labelled("wrong", ", ".join(map(_named, wrong)), most=1) if wrong else []
    lines += labelled("to do", ", ".join(exercise.name for exercise in rest), most=1) if rest else []
    lines += [f"{UNTESTED}: {', '.join(names)}" for names in untested_beside(exercises, HOME).values()]
    problems = dict.fromkeys(line for exercise in exercises for test in exercise.tests for line in test.problems)
    lines += [line for problem in problems for line in wrap(problem, WIDTH)]
    return [*lines, "", *_next([*wrong, *rest], reports)]


def _named(exercise: Exercise) -> str:
    return f"{exercise.name} {exercise.counts['passed']}/{len(exercise.tests)}"


def _next(waiting: Sequence[Exercise], reports: Sequence[pytest.TestReport]) -> list[str]:
    """The first failed test of the first exercise, or what an exercise is about that was not attempted."""
    if not waiting:
        return ["all public checks passed here; hidden checks run when graded"]
    first = waiting[0]
    about = labelled("next", f"{first.name} in {first.folder}")
    for report in reports:
        public = getattr(report, "public", {})
        if public.get("state") == WRONG and (public["folder"], public["exercise"]) == (first.folder, first.name):
            return [*report.longreprtext.splitlines(), *_printed(report), "", *about]
    return [*about, *what_to_read(Folder(HOME / first.folder), first.name)]


def _printed(report: pytest.TestReport) -> list[str]:
    lines = (report.capstdout + report.capstderr).splitlines()[-PRINTED:]
    return [text for place, line in enumerate(lines) for text in labelled("" if place else "printed", line, most=1)]
