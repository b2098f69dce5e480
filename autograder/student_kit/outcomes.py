"""What became of a test: passed, wrong, not attempted, or its file does not load."""

from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import wrap

import pytest

from .asserting import Compared
from .compare import describe
from .hints import LEVELS, View, advice, advice_on_error, what_to_read
from .loading import Folder, LoadError
from .lookalikes import lookalike_of
from .wording import finding, frames_of, message

PASSED, WRONG, NOT_ATTEMPTED, NOT_LOADED = "passed", "wrong", "not attempted", "not loaded"
FOLDERS = pytest.StashKey[dict[Path, Folder]]()
VIEW = pytest.StashKey[View]()
COMPARED = pytest.StashKey[Compared | None]()


@dataclass(frozen=True)
class Public:
    """What the summary needs to know about one public test; travels with its report as plain values."""

    folder: str
    exercise: str
    function: str
    functions: int  # how many test functions the exercise has
    late: bool
    line: int
    state: str
    waits_for: str
    problems: tuple[str, ...]


def folder_of(item: pytest.Item) -> Folder:
    """The student's files beside the test, loaded once."""
    folders = item.config.stash.setdefault(FOLDERS, {})
    path = item.path.parent
    if path not in folders:
        folders[path] = Folder(path)
    return folders[path]


def comes_late(test: Path) -> bool:
    """Derivations are about what the other file of a folder builds."""
    return test.stem == "test_derivations"


def exercise_of(item: pytest.Function) -> str:
    """The name that the mark gives, or that of the test."""
    mark = item.get_closest_marker("exercise")
    return str(mark.args[0]) if mark and mark.args else item.originalname


def replace_traceback(item: pytest.Function, error: BaseException | None) -> None:
    """Let pytest show the title of the test and a message; its own traceback where one is asked for."""
    if error is None or item.config.getoption("tbstyle", "auto") not in ("auto", "short"):
        return
    lines = message_of(item, error)
    if lines:
        title = (item.function.__doc__ or "").strip().split("\n")[0]
        shown = "\n".join([*wrap(title, 80), *lines])
        vars(item)["repr_failure"] = lambda *_: shown


def message_of(item: pytest.Function, error: BaseException) -> list[str]:
    """All that there is to say about a test that failed: what differs, what it looks like, what helps on."""
    folder, view = folder_of(item), item.config.stash.get(VIEW, View())
    difference = finding(error, folder.paths, str(item.path), item.config.stash.get(COMPARED, None))
    if difference is None:
        lines = message(error, folder.paths, str(item.path))
        return [*lines, *advice_on_error(error)] if lines else []
    found = lookalike_of(folder.name, f"{item.path.name}::{item.originalname}", difference)
    lines = [*describe(difference, view.canvas), *advice(difference, found, view.hints)]
    return lines + (what_to_read(folder, exercise_of(item)) if view.hints >= LEVELS[-1] else [])


def tell(report: pytest.TestReport, item: pytest.Function, error: BaseException | None) -> None:
    """Add to the report of a test that ended, well or with `error`, what the summary needs."""
    folder, exercise = folder_of(item), exercise_of(item)
    state, waits_for = _judge(error, folder, exercise)
    line = report.location[1] or 0
    vars(report)["public"] = asdict(
        Public(
            folder=folder.name,
            exercise=exercise,
            function=item.originalname,
            functions=len(_functions(item, exercise)),
            late=comes_late(item.path),
            line=line,
            state=state,
            waits_for=waits_for,
            problems=tuple(dict.fromkeys(folder.problems.values())),
        )
    )
    if state == NOT_ATTEMPTED:
        report.outcome = "skipped"
        report.longrepr = (str(item.path), line + 1, NOT_ATTEMPTED)


def _judge(error: BaseException | None, folder: Folder, exercise: str) -> tuple[str, str]:
    """The state, and the exercise that has to come first where another one was not attempted."""
    if error is None:
        return PASSED, ""
    if isinstance(error, LoadError):
        return NOT_LOADED, ""
    last = frames_of(error)[-1:]
    if not isinstance(error, NotImplementedError) or not last or last[0].file not in folder.paths:
        return WRONG, ""
    name = last[0].function.split(".")[0]
    return NOT_ATTEMPTED, "" if name == exercise else name


def _functions(item: pytest.Function, exercise: str) -> list[str]:
    """All test functions of the same exercise in the file of `item`, asked for or not."""
    marks = {name: getattr(value, "pytestmark", []) for name, value in vars(item.module).items()}
    return [name for name, found in marks.items() if any(m.name == "exercise" and exercise in m.args for m in found)]
