"""A pytest plugin for the ways of `peers.py` that are pytest: the checks on submissions in this very process.

`pytest -p benchmarks.unsandboxed solutions/PART/checks --unsandboxed=STUDENT/PART --report=FILE`: only for files of our
own. The report has the names of the tests that ran, and the exercises of which one failed.
"""

import json
import sys
from pathlib import Path

import pytest

from autograder.sandbox.host.in_process import InProcess


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name a trusted folder, and where to write what was found."""
    parser.addoption("--unsandboxed", type=Path, help="a trusted folder, called after the part, to run in this process")
    parser.addoption("--report", type=Path, help="where to write which tests ran and which exercises failed")


def pytest_configure(config: pytest.Config) -> None:
    """Keep what this run finds."""
    config.pluginmanager.register(Reports(config.getoption("--report")))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let the checks run on the folder where they would run on the solution, the only code that this process runs."""
    folder: Path = session.config.getoption("--unsandboxed")
    sys.modules["autograder.checking.pytest_plugin"].InProcess = lambda _, file: InProcess(folder, file)  # type: ignore[attr-defined]


class Reports:
    """Keeps which tests ran and the exercises of which one failed; written at the end."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._tests: list[str] = []
        self._failed: set[str] = set()
        self._exercises: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run the checks alone, without the illustrations, and remember which exercise each of them belongs to."""
        items[:] = [item for item in items if hasattr(item.function, "check")]  # type: ignore[attr-defined]
        for item in items:
            self._exercises[item.nodeid] = item.function.check.exercise  # type: ignore[attr-defined]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what ran and what failed; a test whose submission cannot be loaded fails before it is called."""
        if report.when == "setup":
            self._tests.append(report.location[2])
        if report.failed:
            self._failed.add(self._exercises[report.nodeid])

    def pytest_sessionfinish(self) -> None:
        """Write the report."""
        self._target.write_text(json.dumps({"tests": self._tests, "failed": sorted(self._failed)}))
