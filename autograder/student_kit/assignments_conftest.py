"""Public tests: `pytest assignments`, `pytest assignments/02_causal`, one file, or one test."""

import gc
import re
import sys
import warnings
from collections.abc import Generator
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:  # so that `assignments` is found without the project's settings
    sys.path.append(str(HERE.parent))

with warnings.catch_warnings():  # torch may warn while it is imported
    warnings.simplefilter("ignore")
    import torch

torch.set_num_threads(1)  # for many small tensors, threads cost more than they gain
gc.freeze()  # the garbage collector skips what is imported by now

from assignments._support.asserting import Compared
from assignments._support.constants import restore
from assignments._support.drawing import Canvas, shows_shades
from assignments._support.hints import LEVELS, View
from assignments._support.loading import StudentDefinitions
from assignments._support.outcomes import (
    COMPARED,
    NOT_ATTEMPTED,
    NOT_LOADED,
    VIEW,
    add_outcome,
    comes_late,
    exercise_of,
    folder_of,
    replace_traceback,
    traced,
)
from assignments._support.summary import exercises_of, lines_of
from assignments._support.time_limit import SECONDS, TimeLimitError, time_limit

STOPPED = pytest.StashKey[set[tuple[str, str]]]()  # part and name of the exercises whose code was stopped
SHARE = 10  # their other tests get this part of the time limit
# Warnings of the student's own are shown and cause no failure; those of libraries about themselves are not shown.
QUIET = pytest.mark.filterwarnings("ignore", "default::UserWarning")


@pytest.fixture
def student(request: pytest.FixtureRequest) -> StudentDefinitions:
    """Give access to the student's files beside the test: `student.softmax` is their softmax.

    If several files define a name, the one that the test is named after counts.
    """
    # The same random weights in every run. `torch.manual_seed` would also seed other devices, which takes longer.
    torch.default_generator.manual_seed(0)
    request.config.stash[COMPARED] = None
    restore(request.module)
    return StudentDefinitions(folder_of(request.node), request.path.stem.removeprefix("test_"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--hints` and `--time-limit`."""
    text = "how much a failed public test tells: 1 what it looks like, 2 what can be seen, 3 which step to look at"
    parser.addoption("--hints", type=int, choices=LEVELS, default=LEVELS[0], help=text)
    text = "seconds after which your code in a public test is stopped (default: %(default)g)"
    parser.addoption("--time-limit", type=float, metavar="SECONDS", default=SECONDS, help=text)


@pytest.hookimpl(trylast=True)  # pytest's own reporter comes first
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
    public = [item for item in items if isinstance(item, pytest.Function) and HERE in item.path.parents]
    folders = list(dict.fromkeys(item.path.parent for item in public))
    for item in public:
        item.add_marker(QUIET)
        item.extra_keyword_matches.add(exercise_of(item))
    others = [item for item in items if item not in set(public)]
    items[:] = others + sorted(public, key=lambda item: (folders.index(item.path.parent), comes_late(item.path)))
    _select_exercises(config, items)


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


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Keep what the lines of the student's code make, for the hints that show them; stop what does not end."""
    folder, stopped = folder_of(pyfuncitem), pyfuncitem.config.stash.setdefault(STOPPED, set())
    exercise = folder.name, exercise_of(pyfuncitem)
    seconds = pyfuncitem.config.getoption("--time-limit") / (SHARE if exercise in stopped else 1)
    try:
        with traced(pyfuncitem), time_limit(folder.paths, seconds):
            return (yield)
    except TimeLimitError:
        stopped.add(exercise)
        raise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Describe how a test ended in terms of the student's code."""
    if not isinstance(item, pytest.Function) or call.when != "call":
        return (yield)
    error = call.excinfo.value if call.excinfo else None
    replace_traceback(item, error)
    report = yield
    if report.outcome != "skipped":  # the author's own skip
        add_outcome(report, item, error)
    if report.failed and (source := _source_of(item)):
        report.sections.append(("where to edit this test", source))
    return report


def _source_of(item: pytest.Function) -> str:
    """Return where an author edits a public test; empty in a handout."""
    path = HERE.parent / "solutions" / item.path.parent.name / "public" / item.path.name
    return f"{path.relative_to(HERE.parent)}, line {item.function.__code__.co_firstlineno}" if path.is_file() else ""


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
    """Print the student's progress."""
    plugins = session.config.pluginmanager
    if "hypothesis" not in sys.modules and plugins.has_plugin("hypothesispytest"):
        plugins.unregister(name="hypothesispytest")  # it has nothing to report, and would take half a second for that
    result = yield
    reporter = plugins.get_plugin("terminalreporter")
    if reporter is not None and not reporter.no_summary:
        exercises = exercises_of(report for reports in reporter.stats.values() for report in reports)
        reporter.write_line("\n".join(lines_of(exercises, HERE)) if exercises else "")
    return result
