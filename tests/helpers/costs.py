"""What a test may start follows from its mark, and the seconds of each mark are reported at the end of a run.

A mark says what a test costs, the dearest first in `MARKS`; a test without one is a unit test. A test that uses a
fixture in `BY_FIXTURE` is marked by it; `snapshot` costs nothing, and is for `make snapshots`. A unit test that starts
a process fails.
"""

import multiprocessing.util
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.kept_passes import WHY, has_passed, is_kept, keep_pass

MARKS = ("full", "notebook", "browser", "walk", "zoo", "sandbox", "process")
BY_FIXTURE = {"zoo": "zoo", "fork_servers": "sandbox", "browser": "browser", "snapshot": "snapshot"}
UNIT = "unit"
SHARED_PROCESS = "tests.shared_process"  # an audit event: the test uses a process that an earlier one may have started
STARTS = ("subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", SHARED_PROCESS)


def cost_of(item: pytest.Item) -> str:
    """The dearest mark of a test."""
    return next((mark for mark in MARKS if item.get_closest_marker(mark)), UNIT)


class Costs:
    """The plugin: marks tests by their fixtures, watches unit tests, and sums up seconds."""

    def __init__(self) -> None:
        self._started: list[str] = []
        sys.addaudithook(self._note)
        spawn = multiprocessing.util.spawnv_passfds  # raises no audit event before Python 3.12

        def noted(*arguments: Any) -> int:
            self._started.append("multiprocessing")
            return spawn(*arguments)

        multiprocessing.util.spawnv_passfds = noted

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in STARTS:
            command = str(arguments[1]) if event == "subprocess.Popen" else ""
            if "pandoc" not in command:  # jupytext looks for it once, when it is imported
                self._started.append(f"{event} {command}".strip())

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Mark tests by their fixtures, before tests are chosen by their marks."""
        for item in items:
            for fixture in BY_FIXTURE.keys() & set(getattr(item, "fixturenames", ())):
                item.add_marker(BY_FIXTURE[fixture])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        """Forget what earlier tests started."""
        self._started.clear()
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip what has passed in this state, before its fixtures are made."""
        if is_kept(item) and has_passed(item):
            pytest.skip(WHY)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Fail a unit test that has started a process, in a fixture or by itself."""
        result = yield
        if self._started and cost_of(item) == UNIT:
            pytest.fail(f"starts a process ({self._started[0][:80]}): mark the test by its cost (tests/README.md)")
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """Note the mark in the report, which may go to another process."""
        report: Any = yield
        report.cost = cost_of(item)
        if report.when == "call" and report.passed and is_kept(item):
            keep_pass(item)
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Report how many tests there are of each mark, how long they took in all processes, and what they recorded."""
        seconds: Counter[str] = Counter()
        tests: dict[str, set[str]] = defaultdict(set)
        recorded: dict[str, object] = {}
        for reports in terminalreporter.stats.values():
            for report in (item for item in reports if isinstance(item, pytest.TestReport)):
                mark = getattr(report, "cost", UNIT)
                seconds[mark] += report.duration
                tests[mark].add(report.nodeid)
                recorded |= report.user_properties
        terminalreporter.section("seconds by mark")
        for mark, total in seconds.most_common():
            terminalreporter.write_line(f"{mark:8} {len(tests[mark]):6} tests {total:8.1f} s")
        for name, value in recorded.items():
            terminalreporter.write_line(f"{name}: {value}")
