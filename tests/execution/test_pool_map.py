"""A pool of forked processes gives values in order, and Ctrl-C ends it at once."""

import os
import signal
import subprocess
import sys

import pytest

from autograder.execution.pool_map import pool_map
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.process

PREPARED: list[int] = []
WAITS = """
import os, time
from autograder.execution.pool_map import pool_map

def work(item):
    os.write(1, b"working\\n")  # in one piece, because several processes do so at once
    time.sleep(600)

try:
    list(pool_map(work, range(9), 2, lambda: None))
except KeyboardInterrupt:
    print("interrupted")
"""


def _times(number: int) -> int:
    return number * PREPARED[0]


def test_the_values_come_in_the_order_of_the_items() -> None:
    assert list(pool_map(_times, range(50), 3, PREPARED.append, 7, share=2)) == [7 * number for number in range(50)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_processes_without_a_word(number: signal.Signals) -> None:
    command = [sys.executable, "-c", WAITS]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "working\n"
        os.killpg(run.pid, signal.SIGINT) if number is signal.SIGINT else run.send_signal(number)  # as a terminal does
        printed, said = run.communicate(timeout=60)
    assert printed.splitlines()[-1] == "interrupted"
    assert said == ""
