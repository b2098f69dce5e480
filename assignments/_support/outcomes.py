"""The outcome of a test: passed, wrong, not attempted, or its file does not load."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from textwrap import wrap
from types import ModuleType

import pytest

from .asserting import Compared
from .causes import cause_of, hint_on, on_names, plain_call, shown_call
from .compare import Difference, describe_difference
from .hints import View, advice, what_to_read
from .loading import Folder, LoadError
from .lookalikes import lookalike_of
from .options import LEVELS
from .steps import Trace, describe_steps
from .wording import finding, frames_of, message

PASSED, WRONG, NOT_ATTEMPTED, NOT_LOADED = "passed", "wrong", "not attempted", "not loaded"
FOLDERS = pytest.StashKey[dict[Path, Folder]]()
VIEW = pytest.StashKey[View]()
COMPARED = pytest.StashKey[Compared | None]()
TRACE = pytest.StashKey[Trace]()
HAS_REASON = pytest.StashKey[bool]()
CAUSE = pytest.StashKey[str]()
ALSO_WRONG = pytest.StashKey[dict[tuple[str, str], list[str]]]()  # exercises, and wrong ones that they call


@dataclass(frozen=True)
class Public:
    """What the summary needs of one public test; attached to its report as plain values."""

    folder: str
    exercise: str
    function: str
    functions: int  # how many test functions the exercise has
    late: bool
    line: int
    state: str
    waits_for: str
    has_reason: bool  # the message names the mistake, or says how to mend an error
    cause: str  # the same for tests that fail for one reason; empty if the reason is not known
    problems: tuple[str, ...]


def folder_of(item: pytest.Item) -> Folder:
    """Return the student's files beside the test; each is loaded once in a run."""
    folders = item.config.stash.setdefault(FOLDERS, {})
    path = item.path.parent
    if path not in folders:
        folders[path] = Folder(path)
    return folders[path]


def comes_late(test: Path) -> bool:
    """Whether a test comes after the others of its folder: derivations use what the other file defines."""
    return test.stem == "test_derivations"


def exercise_of(item: pytest.Function) -> str:
    """Return the exercise that the mark names, or else the name of the test."""
    mark = item.get_closest_marker("exercise")
    return str(mark.args[0]) if mark and mark.args else item.originalname


def replace_traceback(item: pytest.Function, error: BaseException | None) -> None:
    """Let pytest show the title of the test and our message, unless an option requests its own traceback."""
    if error is None or item.config.getoption("tbstyle", "auto") not in ("auto", "short"):
        return
    lines = message_of(item, error)
    if lines:
        title = (item.function.__doc__ or "").strip().split("\n")[0]
        shown = "\n".join([*wrap(title, 80), *lines])
        vars(item)["repr_failure"] = lambda *_: shown


def message_of(item: pytest.Function, error: BaseException) -> list[str]:
    """Return the message of a failed test: what differs, what it looks like, and hints."""
    folder, view = folder_of(item), item.config.stash.get(VIEW, View())
    difference = finding(error, folder.paths, str(item.path), item.config.stash.get(COMPARED, None))
    test = f"{item.path.name}::{item.originalname}"
    lookalike = None if difference is None else lookalike_of(folder.name, test, difference)
    item.stash[CAUSE] = cause_of(error, folder.paths, difference, lookalike)
    item.stash[HAS_REASON] = bool(lookalike and lookalike.is_named) or bool(hint_on(error, folder))
    if difference is None:
        return message(error, folder, str(item.path), exercise_of(item))
    shown = _as_shown(difference, exercise_of(item))
    lines = [*describe_difference(shown, view.canvas), *advice(difference, lookalike, view.hints)]
    if view.hints < LEVELS[-1]:
        return lines
    exercise = exercise_of(item)
    steps = describe_steps(item.stash[TRACE], exercise, difference, lookalike) if TRACE in item.stash else []
    return [*lines, *steps, *what_to_read(folder, exercise)]


def _as_shown(difference: Difference, exercise: str) -> Difference:
    """Return a difference with a call that a student could make, and no word of a test that is not true of it."""
    if on_names(difference):
        return replace(difference, call=f"the names of the parameters of {exercise}(…)", part="", where="")
    called = plain_call(difference.called)
    if difference.kind == "wrong type" and not difference.part:
        called = shown_call(called, exercise)
    return replace(difference, call=called, part="")


@contextmanager
def traced(item: pytest.Function) -> Iterator[None]:
    """Record what each line of the student's code makes, if the highest level of hints is asked for."""
    if item.config.stash.get(VIEW, View()).hints < LEVELS[-1]:
        yield
        return
    item.stash[TRACE] = Trace(folder_of(item).paths)
    with item.stash[TRACE].recording():
        yield


def add_outcome(report: pytest.TestReport, item: pytest.Function, error: BaseException | None) -> None:
    """Add the outcome of a test, which passed or ended with `error`, to its report."""
    folder, exercise = folder_of(item), exercise_of(item)
    state, waits_for = _judge(error, folder, exercise)
    line = report.location[1] or 0
    vars(report)["public"] = asdict(
        Public(
            folder=folder.name,
            exercise=exercise,
            function=item.originalname,
            functions=len(_functions(item.module, exercise)),
            late=comes_late(item.path),
            line=line,
            state=state,
            waits_for=waits_for,
            has_reason=item.stash.get(HAS_REASON, False),
            cause=item.stash.get(CAUSE, ""),
            problems=tuple(dict.fromkeys(folder.problems.values())),
        )
    )
    if state == NOT_ATTEMPTED:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), line + 1, NOT_ATTEMPTED)


def _judge(error: BaseException | None, folder: Folder, exercise: str) -> tuple[str, str]:
    """Return the state and, if it is due to another exercise that was not attempted, the name of that one."""
    if error is None:
        return PASSED, ""
    if isinstance(error, LoadError) or (isinstance(error, NameError) and error.name in folder.lost):
        return NOT_LOADED, ""
    last = frames_of(error)[-1:]
    if not isinstance(error, NotImplementedError) or not last or last[0].file not in folder.paths:
        return WRONG, ""
    name = last[0].function.split(".")[0]
    return NOT_ATTEMPTED, "" if name == exercise else name


@cache
def _functions(module: ModuleType, exercise: str) -> list[str]:
    """Return all test functions of an exercise in a file of tests, selected or not."""
    marks = {name: getattr(value, "pytestmark", []) for name, value in vars(module).items()}
    return [name for name, own in marks.items() if any(m.name == "exercise" and exercise in m.args for m in own)]
