"""A test without a mark that starts a process fails, and the seconds of each mark are reported."""

from pathlib import Path

import pytest

from tests.helpers.scaffold import pytest_in

PLUGIN = """
from tests.helpers.costs import MARKS, Costs

def pytest_configure(config):
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    config.pluginmanager.register(Costs())
"""
TESTS = """
import os, subprocess, sys
import pytest

def start():
    subprocess.run([sys.executable, "-c", ""], check=True)

@pytest.fixture
def started():
    start()

def test_nothing(): pass
def test_command(): start()
def test_fixture(started): pass
def test_shell(): os.system("true")

@pytest.mark.process
def test_marked(): start()
"""


@pytest.mark.process
def test_an_unmarked_test_that_starts_a_process_fails(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN)
    (tmp_path / "test_costs.py").write_text(TESTS)
    done = pytest_in(tmp_path, "-rf")
    failed = {line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith("FAILED")}
    assert failed == {f"FAILED test_costs.py::test_{name}" for name in ("command", "fixture", "shell")}
    assert "starts a process (subprocess.Popen" in done.stdout
    counted = dict(line.split()[:2] for line in done.stdout.splitlines() if " tests " in line)
    assert counted == {"process": "1", "unit": "4"}
