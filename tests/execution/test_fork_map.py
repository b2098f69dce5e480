"""A function is mapped over shares in forked processes, which do not outlive the one that started them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.execution.fork_map import fork_map
from tests.helpers.paths import ROOT

PROGRAM = """
import os, sys, time
from autograder.execution.fork_map import fork_map
def wait(name):
    open(os.path.join(sys.argv[1], str(os.getpid())), "w").close()
    time.sleep(60)
fork_map(wait, [["a"], ["b"]])
"""


@pytest.mark.process
def test_values_come_back_share_by_share() -> None:
    assert fork_map(str.upper, [["a", "b"], ["c"]]) == [["A", "B"], ["C"]]


@pytest.mark.process
def test_the_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM, tmp_path], cwd=ROOT) as program:
        wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
        program.kill()
    children = [int(path.name) for path in tmp_path.iterdir()]
    try:
        wait_until(lambda: not any(map(is_running, children)))
    finally:
        for child in filter(is_running, children):
            os.kill(child, signal.SIGKILL)


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether a process exists and is no zombie, which nobody may have collected."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
