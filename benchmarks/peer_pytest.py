"""The ways of `peers.py` that are pytest: what a course does that has checks in test files and no sandbox.

Every run is that of `python -m pytest` with the test files of a part: no plugin of another package, no cache, and
nothing of the grader but what the checks themselves import. What a run found is written by `unsandboxed.py`.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from autograder.course import load_course
from benchmarks.peer_scores import read_reported

OPTIONS = ["-q", "-p", "no:cacheprovider", "--tb=short", "-c", "pyproject.toml", "-o", "filterwarnings="]
OPTIONS += ["-p", "benchmarks.unsandboxed"]
WITHOUT_PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # in the environment: a course needs none of those installed
RAN = (0, 1)  # exit statuses of a run in which all tests passed, or some failed


def arguments(part: str, folder: Path, report: Path) -> list[str]:
    """Return the arguments of pytest that run all checks of a part on a folder, and write what they found."""
    checks = sorted((load_course().solutions_folder / part / "checks").glob("test_*.py"))
    return [*OPTIONS, *map(str, checks), f"--unsandboxed={folder}", f"--report={report}"]


def warm(part: str, folders: Sequence[Path], _: int, out: Path) -> Iterator[tuple[Path, list[str]]]:
    """Run pytest for one submission after the other."""
    _run(part, folders[0], out)  # what the first run imports belongs to the start
    yield folders[0], []
    for folder in folders:
        yield folder, _run(part, folder, out)


def forks(part: str, folders: Sequence[Path], jobs: int, out: Path) -> Iterator[tuple[Path, list[str]]]:
    """Fork a process for each submission, some at once, with everything imported and the checks collected before."""
    _run(part, folders[0], out)  # imports everything, so that no fork has to
    yield folders[0], []
    running: dict[int, tuple[Path, Path]] = {}
    for number, folder in enumerate(folders):
        if len(running) == jobs:
            yield _reap(part, running)
        report = out.with_suffix(f".{number}")
        child = os.fork()
        if child == 0:
            _become_run(part, folder, report)
        running[child] = folder, report
    while running:
        yield _reap(part, running)


def _run(part: str, folder: Path, report: Path) -> list[str]:
    status = pytest.main(arguments(part, folder, report))
    if status not in RAN:
        sys.exit(f"pytest ended with status {status} for {folder}")
    return read_reported(report, part)


def _become_run(part: str, folder: Path, report: Path) -> None:
    """Run pytest in a forked process. Does not return."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os._exit(int(pytest.main(arguments(part, folder, report))))


def _reap(part: str, running: dict[int, tuple[Path, Path]]) -> tuple[Path, list[str]]:
    child, status = os.wait()
    folder, report = running.pop(child)
    if os.waitstatus_to_exitcode(status) not in RAN:
        sys.exit(f"the process for {folder} ended with status {os.waitstatus_to_exitcode(status)}")
    return folder, read_reported(report, part)
