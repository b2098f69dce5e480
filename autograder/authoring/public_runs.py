"""The public tests of an assignment, run over wrong programs: a pytest plugin, in a process of its own.

    python -m pytest -p autograder.authoring.public_runs --wrong-programs FOLDER --found FILE assignments/02_causal

FOLDER holds one folder for each program (`masked_softmax__no_scale`) with the files of a whole submission. FILE gets a
list in JSON: for each test and call, each result that programs gave, and which programs gave it.
"""

import json
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import pytest
import torch

from assignments._support.asserting import Compared
from assignments._support.loading import Folder
from assignments._support.outcomes import COMPARED, FOLDERS
from assignments._support.prints import Print, alike, print_of, says_too_little
from assignments._support.wording import finding

SECONDS = 3  # of the processor, for one test of one program: some of them never end
ASLEEP = 60  # seconds on the wall clock, for those that wait


@dataclass(frozen=True)
class Found:
    """What one program returned where it should have returned something else."""

    program: str
    got: Print | None
    expected: Print | None


FOUND = pytest.StashKey[dict[tuple[str, str], list[Found]]]()


def pytest_configure(config: pytest.Config) -> None:
    """Nothing is found yet."""
    config.stash[FOUND] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the programs are and where to write."""
    parser.addoption("--wrong-programs", type=Path, required=True)
    parser.addoption("--found", type=Path, required=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test once for every wrong program of its exercise."""
    mark = next((mark for mark in metafunc.definition.iter_markers("exercise")), None)
    folder: Path = metafunc.config.getoption("wrong_programs")
    names = sorted(path.name for path in folder.glob(f"{mark.args[0]}__*")) if mark else []
    metafunc.fixturenames.append("program")
    metafunc.parametrize("program", names, indirect=True)


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Path:
    """The folder of the program that is asked."""
    path: Path = request.config.getoption("wrong_programs") / request.param
    return path


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Put the program in the place of the student's files."""
    if isinstance(item, pytest.Function):
        path = item.config.getoption("wrong_programs") / item.callspec.params["program"]
        item.config.stash[FOLDERS] = {item.path.parent: Folder(path)}
        item.config.stash[COMPARED] = None
        _restore_torch()


def _restore_torch() -> None:
    """Undo what the program before has set: all of them run in this process."""
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Stop what does not end, and keep what a test found."""
    _limit(SECONDS, ASLEEP)
    try:
        yield
    except BaseException as error:
        _limit(0, 0)
        if isinstance(item, pytest.Function):
            _keep(item, error)
        raise
    finally:
        _limit(0, 0)


def _limit(computing: int, asleep: int) -> None:
    """Let a test take so many seconds; 0 ends the limit. A busy machine takes none of them away."""
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, _give_up)
    signal.setitimer(signal.ITIMER_PROF, computing)
    signal.alarm(asleep)


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _keep(item: pytest.Function, error: BaseException) -> None:
    folder: Folder = item.config.stash[FOLDERS][item.path.parent]
    compared: Compared | None = item.config.stash.get(COMPARED, None)
    found = finding(error, folder.paths, str(item.path), compared)
    if found is None:
        return
    got = None if says_too_little(found.got, found.expected) else print_of(found.got)
    test = f"{item.path.name}::{item.originalname}"
    result = Found(str(item.callspec.params["program"]), got, print_of(found.expected))
    item.config.stash[FOUND].setdefault((test, found.called), []).append(result)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write all that was found."""
    found = session.config.stash[FOUND]
    lines = [
        {"test": test, "called": called, "print": group[0].got, "programs": [item.program for item in group]}
        for (test, called), items in sorted(found.items())
        if _same_for_all(items)
        for group in _groups(items)
    ]
    session.config.getoption("found").write_text(json.dumps(lines), encoding="utf-8")


def _same_for_all(items: Sequence[Found]) -> bool:
    """Whether the test compares with a constant, which it prints; else the result of one program says nothing."""
    first, *others = [item.expected for item in items]
    return all(other == first or (first and other and alike(first, other)) for other in others)


def _groups(items: Sequence[Found]) -> list[list[Found]]:
    """Programs whose results are alike."""
    groups: list[list[Found]] = []
    for item in items:
        if item.got is None:
            continue
        group = next((group for group in groups if group[0].got and alike(group[0].got, item.got)), None)
        if group is None:
            groups.append([item])
        else:
            group.append(item)
    return groups
