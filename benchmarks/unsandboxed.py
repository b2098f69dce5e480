"""A pytest plugin for ways (b) and (c) of `peers.py`: the checks on submissions in this very process, as others do it.

`pytest -p benchmarks.unsandboxed solutions/PART/checks --unsandboxed=STUDENT/PART`: only for files of our own.
"""

import sys
from pathlib import Path

import pytest

from autograder.sandbox.host.in_process import InProcess


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names a trusted folder."""
    parser.addoption("--unsandboxed", type=Path, help="a trusted folder, called after the part, to run in this process")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let the checks run on the folder where they would run on the solution, the only code that this process runs."""
    folder: Path = session.config.getoption("--unsandboxed")
    sys.modules["autograder.checking.pytest_plugin"].InProcess = lambda _, file: InProcess(folder, file)  # type: ignore[attr-defined]
