"""The process that parses what students hand in ends with the process that started it, whenever that is killed."""

import subprocess
import sys

import pytest

from tests.helpers.paths import ROOT

pytestmark = pytest.mark.process

KILLED = """
import os, signal, threading
from autograder.intake.outline import outline
from autograder.intake.parser_process import ParserProcess

parser = ParserProcess()

def end_as_soon_as_it_is_started():
    while not (parser._pool and parser._pool._processes):
        pass
    print("started", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

threading.Thread(target=end_as_soon_as_it_is_started, daemon=True).start()
parser.outline(b"", (), notebook=False)
"""


def test_it_ends_even_if_its_parent_is_killed_while_it_starts() -> None:
    started = subprocess.Popen([sys.executable, "-c", KILLED], cwd=ROOT, stdout=subprocess.PIPE)
    assert started.stdout is not None
    try:
        told, _ = started.communicate(timeout=60)  # the output ends with the last process that may write it
    finally:
        started.stdout.close()
    assert told == b"started\n"
