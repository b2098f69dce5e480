"""A pytest plugin that runs the public tests: it judges them in terms of the student's code, and tells the progress.

`conftest.py` registers it.
"""

import gc
import re
import sys
import warnings
from collections.abc import Generator, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import TypeGuard

import pytest
from _pytest.runner import runtestprotocol

with warnings.catch_warnings():  # torch may warn while it is imported
    warnings.simplefilter("ignore")
    import torch

torch.set_num_threads(1)  # for many small tensors, threads cost more than they gain
gc.freeze()  # the garbage collector skips what is imported by now

from .asserting import Compared
from .callees import called_by
from .constants import restore
from .drawing import Canvas, shows_shades
from .folding import blame_callees, callers_of_wrong, fold, lines_about
from .forbidden import only_allowed
from .hints import View
from .loading import StudentDefinitions
from .outcomes import (
    ALSO_WRONG,
    COMPARED,
    NOT_ATTEMPTED,
    NOT_LOADED,
    VIEW,
    WRONG,
    add_outcome,
    comes_late,
    exercise_of,
    folder_of,
    replace_traceback,
    traced,
)
from .show import WIDTH
from .summary import ExerciseProgress, exercises_of, lines_of
from .time_limit import TimeLimitError, time_limit

HOME = pytest.StashKey[Path]()  # the folder of the assignments
CALLERS = pytest.StashKey[dict[tuple[str, str], str]]()  # wrong exercises, and the wrong exercise that each calls
STOPPED = pytest.StashKey[set[tuple[str, str]]]()  # part and name of the exercises whose code was stopped
DESELECTED = pytest.StashKey[list[pytest.Function]]()  # public tests that an option has left out
PRINTED = 20  # lines that are shown of what a test printed
SHARE = 10  # their other tests get this part of the time limit
# Warnings of the student's own are shown and cause no failure; those of libraries about themselves are not shown.
QUIET = pytest.mark.filterwarnings("ignore", "default::UserWarning", "ignore:Converting a tensor with requires_grad")


def definitions_for(request: pytest.FixtureRequest) -> StudentDefinitions:
    """Return the student's files beside the test; torch draws the same random weights in every test and run."""
    torch.default_generator.manual_seed(0)  # `torch.manual_seed` would also seed other devices, which takes longer
    request.config.stash[COMPARED] = None
    restore(request.module)
    return StudentDefinitions(folder_of(request.node), request.path.stem.removeprefix("test_"))


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, since the project's settings may be missing, and see what the terminal can show."""
    config.addinivalue_line("markers", "exercise(name): the exercise of the course that a public test belongs to")
    reporter = config.pluginmanager.get_plugin("terminalreporter")  # pytest-xdist's workers have none
    colour = reporter is not None and config.get_terminal_writer().hasmarkup
    config.stash[VIEW] = View(Canvas(colour, shows_shades(sys.__stdout__)), config.getoption("hints"))
    if reporter is not None and config.option.reportchars == "fE":  # the default; our last lines are shorter
        reporter.reportchars = reporter.reportchars.translate({ord("f"): None, ord("E"): None})


def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> None:
    """Keep what an `assert` compared, for its message."""
    config.stash[COMPARED] = Compared(op, left, right)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests into teaching order, and let `-k NAME` select those of an exercise, and no others."""
    public = [item for item in items if _is_public(item)]
    folders = list(dict.fromkeys(item.path.parent for item in public))
    for item in public:
        item.add_marker(QUIET)
        item.extra_keyword_matches.add(exercise_of(item))
    others = [item for item in items if item not in set(public)]
    items[:] = others + sorted(public, key=lambda item: (folders.index(item.path.parent), comes_late(item.path)))
    _select_exercises(config, items)


def _is_public(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """Whether a test is one of these; others may run beside them."""
    return isinstance(item, pytest.Function) and _is_in(item.config.stash[HOME], item.path.parent)


@cache
def _is_in(home: Path, folder: Path) -> bool:
    return folder.resolve().is_relative_to(home)


def _select_exercises(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the exercises that `-k` names in full; any other expression is left to pytest.

    For `softmax`, pytest itself would also keep `masked_softmax`.
    """
    named = {name.strip() for name in re.split(r"\bor\b", config.option.keyword)}
    of_items: dict[pytest.Item, str] = {item: exercise_of(item) for item in items if isinstance(item, pytest.Function)}
    if not named <= set(of_items.values()):
        return
    config.option.keyword = ""
    rest = [item for item in items if of_items.get(item) not in named]
    items[:] = [item for item in items if of_items.get(item) in named]
    if rest:
        config.hook.pytest_deselected(items=rest)


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Keep the tests that are left out: those of an exercise that a wrong one calls run after all."""
    for item in filter(_is_public, items):
        item.config.stash.setdefault(DESELECTED, []).append(item)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Keep what the lines of the student's code make, for hints; stop what does not end and what is not allowed."""
    if not _is_public(pyfuncitem):
        return (yield)
    folder, stopped = folder_of(pyfuncitem), pyfuncitem.config.stash.setdefault(STOPPED, set())
    exercise = folder.name, exercise_of(pyfuncitem)
    seconds = pyfuncitem.config.getoption("--time-limit") / (SHARE if exercise in stopped else 1)
    try:
        with traced(pyfuncitem), time_limit(folder.paths, seconds), only_allowed(folder, exercise[1]):
            return (yield)
    except TimeLimitError:
        stopped.add(exercise)
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Describe how a test ended in terms of the student's code."""
    if not _is_public(item) or call.when != "call":
        return (yield)
    error = call.excinfo.value if call.excinfo else None
    replace_traceback(item, error)
    report = yield
    if report.outcome != "skipped":  # the author's own skip
        add_outcome(report, item, error)
    report.sections[:] = [(title, _shortened(text)) for title, text in report.sections]
    if report.failed and (source := _source_of(item, item.config.stash[HOME].parent)):
        report.sections.append(("where to edit this test", source))
    return report


def _shortened(printed: str) -> str:
    """Leave out the middle of what a test printed, if it is long."""
    lines = [line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…" for line in printed.splitlines()]
    if len(lines) > PRINTED:
        half = PRINTED // 2
        lines[half : 1 - half] = [f"… {len(lines) - PRINTED + 1} lines are left out here …"]
    return "\n".join(lines) + "\n" * bool(lines)


def _source_of(item: pytest.Function, top: Path) -> str:
    """Return where an author edits a public test; empty in a handout."""
    path = top / "solutions" / item.path.parent.name / "public" / item.path.name
    return f"{path.relative_to(top)}, line {item.function.__code__.co_firstlineno}" if path.is_file() else ""


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Show tests that were not attempted, which are no failures, and those whose file does not load."""
    state = getattr(report, "public", {}).get("state")
    if state == NOT_ATTEMPTED:
        return "not attempted", "n", ("NOT ATTEMPTED", {"yellow": True})
    if state == NOT_LOADED:
        return "not loaded", "E", ("NOT LOADED", {"red": True})
    return None


@pytest.hookimpl(wrapper=True, tryfirst=True)  # runs after pytest's own hook, so that these are the last lines
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, object, object]:
    """Print the student's progress; before that, let pytest leave out failures that may have their reason elsewhere."""
    plugins, config = session.config.pluginmanager, session.config
    if "hypothesis" not in sys.modules and plugins.has_plugin("hypothesispytest"):
        plugins.unregister(name="hypothesispytest")  # it has nothing to report, and would take half a second for that
    reporter = plugins.get_plugin("terminalreporter")
    if reporter is None or reporter.no_summary:
        return (yield)
    exercises = exercises_of(report for reports in reporter.stats.values() for report in reports)
    config.stash[CALLERS] = {} if _shows_all(config) else callers_of_wrong(exercises, config.stash[HOME])
    failed = reporter.stats.get("failed", [])
    fold(failed, config.stash[CALLERS], everything=_shows_all(config))
    config.stash[ALSO_WRONG] = also_wrong = _wrong_callees(config, exercises)
    blame_callees(failed, also_wrong)
    result = yield
    lines = lines_of(exercises, config.stash[HOME], also_wrong) if exercises else _did_you_mean(session)
    reporter.write_line("\n".join(lines))
    return result


def _wrong_callees(config: pytest.Config, exercises: Sequence[ExerciseProgress]) -> dict[tuple[str, str], list[str]]:
    """Try the exercises that a wrong one calls and that were left out; return the wrong ones for each."""
    tests: dict[tuple[Path, str], list[pytest.Function]] = {}
    left_out: list[pytest.Function] = config.stash.get(DESELECTED, [])
    for item in left_out:
        tests.setdefault((item.path.parent, exercise_of(item)), []).append(item)
    ran = {(exercise.folder, exercise.name) for exercise in exercises}
    places = {key: items for key, items in tests.items() if (key[0].name, key[1]) not in ran}
    found: dict[tuple[str, str], list[str]] = {}
    for exercise in exercises if places else ():
        names = [name for folder, name in places if folder.name == exercise.folder]
        if exercise.counts[WRONG] and names:
            folder = next(folder for folder, _ in places if folder.name == exercise.folder)
            callees = called_by(exercise.name, folder_of(places[folder, names[0]][0]), names)
            found[exercise.folder, exercise.name] = [name for name in callees if _fails(places[folder, name])]
    return found


def _fails(items: Sequence[pytest.Function]) -> bool:
    """Whether one of these tests finds something wrong; nothing of them is reported."""
    reports = (report for item in items for report in runtestprotocol(item, log=False))
    return any(getattr(report, "public", {}).get("state") == WRONG for report in reports)


def _did_you_mean(session: pytest.Session) -> list[str]:
    """Name the exercise that `-k` may mean, if it selects nothing."""
    left_out: list[pytest.Function] = session.config.stash.get(DESELECTED, [])
    names = list(dict.fromkeys(map(exercise_of, left_out)))
    if session.items or not names:
        return [""]
    close = get_close_matches(session.config.option.keyword, names, n=1)
    meant = f"did you mean {close[0]}?" if close else f"the exercises here are {', '.join(names)}"
    return ["", *wrap(f"no exercise and no test here is called {session.config.option.keyword}: {meant}", WIDTH)]


def _shows_all(config: pytest.Config) -> bool:
    option = config.option
    return bool(option.all_failures or option.verbose > 0 or option.tbstyle not in ("auto", "short"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say, below the failures, which ones are not shown."""
    if lines := lines_about(config.stash.get(CALLERS, {})):
        terminalreporter.write_line("\n".join(["", *lines]))
