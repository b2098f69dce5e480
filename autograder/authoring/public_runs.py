"""A pytest plugin that runs the public tests of an assignment over wrong programs, in a process of its own.

    python -m pytest -p autograder.authoring.public_runs --wrong-programs FOLDER --results FILE assignments/02_causal

FOLDER has one folder for each program (`masked_softmax__no_scale`) with the files of a whole submission. A JSON list is
written to FILE: for each test and call, each wrong result, and the programs that gave it.
"""

import json
import resource
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

CPU_SECONDS = 3  # for one test of one program: some programs never end
WALL_SECONDS = 60  # for programs that sleep
MEMORY = 4 << 30  # bytes that this process may write to: some programs would take all there is


@dataclass(frozen=True)
class WrongResult:
    """What one program returned, and what was expected."""

    program: str
    got: Print | None
    expected: Print | None


RESULTS = pytest.StashKey[dict[tuple[str, str], list[WrongResult]]]()  # by test and call


def pytest_configure(config: pytest.Config) -> None:
    """Start with no results, and with a limit of memory."""
    config.stash[RESULTS] = {}
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the folder of programs and the file of results."""
    parser.addoption("--wrong-programs", type=Path, required=True)
    parser.addoption("--results", type=Path, required=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test once for every wrong program of its exercise."""
    mark = next((mark for mark in metafunc.definition.iter_markers("exercise")), None)
    folder: Path = metafunc.config.getoption("wrong_programs")
    names = sorted(path.name for path in folder.glob(f"{mark.args[0]}__*")) if mark else []
    metafunc.fixturenames.append("program")
    metafunc.parametrize("program", names, indirect=True)


@pytest.fixture
def program(request: pytest.FixtureRequest) -> Path:
    """Return the folder of the program under test."""
    path: Path = request.config.getoption("wrong_programs") / request.param
    return path


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Use the program's files instead of the student's."""
    if isinstance(item, pytest.Function):
        path = item.config.getoption("wrong_programs") / item.callspec.params["program"]
        item.config.stash[FOLDERS] = {item.path.parent: Folder(path)}
        item.config.stash[COMPARED] = None
        _restore_torch()


def _restore_torch() -> None:
    """Undo global settings of the previous program: all programs run in this process."""
    torch.set_default_dtype(torch.float32)
    torch.set_default_device(None)
    # A default device that was set inside `with torch.device(...)` survives both; torch has no public way to end it.
    while torch._C._len_torch_function_stack():  # noqa: SLF001 - see above
        torch._C._pop_torch_function_stack()  # noqa: SLF001 - the same
    torch.set_grad_enabled(True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run a test under a time limit, and keep the wrong result that it finds."""
    _limit(CPU_SECONDS, WALL_SECONDS)
    try:
        yield
    except BaseException as error:
        _limit(0, 0)
        if isinstance(item, pytest.Function):
            _keep(item, error)
        raise
    finally:
        _limit(0, 0)


def _limit(cpu_seconds: int, wall_seconds: int) -> None:
    """Set both limits, or end them with 0; the one of CPU time does not depend on how busy the machine is."""
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, _raise_timeout)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    signal.alarm(wall_seconds)


def _raise_timeout(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _keep(item: pytest.Function, error: BaseException) -> None:
    folder: Folder = item.config.stash[FOLDERS][item.path.parent]
    compared: Compared | None = item.config.stash.get(COMPARED, None)
    difference = finding(error, folder.paths, str(item.path), compared)
    if difference is None:
        return
    got = None if says_too_little(difference.got, difference.expected) else print_of(difference.got)
    test = f"{item.path.name}::{item.originalname}"
    result = WrongResult(str(item.callspec.params["program"]), got, print_of(difference.expected))
    item.config.stash[RESULTS].setdefault((test, difference.called), []).append(result)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write all results."""
    results = session.config.stash[RESULTS]
    lines = [
        {"test": test, "called": called, "print": group[0].got, "programs": [item.program for item in group]}
        for (test, called), items in sorted(results.items())
        if _same_expected(items)
        for group in _groups(items)
    ]
    session.config.getoption("results").write_text(json.dumps(lines), encoding="utf-8")


def _same_expected(items: Sequence[WrongResult]) -> bool:
    """Whether the test expects a constant; otherwise a result without its expected value identifies no mistake.

    Where a program returned nothing that could be compared, no value was expected of it.
    """
    values = [item.expected for item in items if item.expected is not None]
    return all(other == values[0] or alike(values[0], other) for other in values[1:])


def _groups(items: Sequence[WrongResult]) -> list[list[WrongResult]]:
    """Group programs whose results are alike."""
    groups: list[list[WrongResult]] = []
    for item in items:
        if item.got is None:
            continue
        group = next((group for group in groups if group[0].got and alike(group[0].got, item.got)), None)
        if group is None:
            groups.append([item])
        else:
            group.append(item)
    return groups
