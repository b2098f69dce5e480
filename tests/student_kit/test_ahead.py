"""Tests that are collected before their turn: whatever they are made of may change until then."""

import json
import shutil
import subprocess
import sys

import pytest
import torch

from assignments._support import first_use
from tests.helpers.paths import ROOT

RUN = """
import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path.cwd())]
from assignments._support import judging
from assignments._support.hints import View

class Listener(judging.Listener):
    def pytest_collection(self):
        collected.append(True)

def wait():
    turns.append(True)
    for name, text in json.loads(sys.argv[1]).items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")

turns, collected = [], []
judging.Listener = Listener
print(judging.run_tests(("00_warmup",), View(), wait))
print(len(turns), len(collected))
"""
PART = "assignments/00_warmup"
CODE, TEST, CONFTEST = f"{PART}/warmup.py", f"{PART}/test_warmup.py", "assignments/conftest.py"
RIGHT = "def row_sums(x):\n    return x.sum(-1)\n"
WRONG = "def row_sums(x):\n    return x.sum(0)\n"
PASSES = "import pytest\n\n@pytest.mark.exercise('row_sums')\ndef test_it(student):\n    assert student.row_sums\n"
FAILS = f"{PASSES}    assert False\n"
OTHER = f"{PASSES}\n@pytest.mark.exercise('other')\ndef other_it(student):\n    assert False\n"
DATA = f"{PART}/data/number.txt"
READS = f"from pathlib import Path\nNUMBER = Path({DATA!r}).read_text()\n{PASSES}    assert NUMBER == '1'\n"
IMPORTS = f"from warmup import ONE\n{PASSES}    assert ONE == 1\n"
PATH = f"import sys\nsys.path.insert(0, {PART!r})\n"
KIT_CONFTEST = (ROOT / CONFTEST).read_text(encoding="utf-8")
CHANGES = {  # what there is, and what is written after the tests were collected; then they fail
    "a test": ({TEST: PASSES}, {TEST: FAILS}),
    "a test that did not parse": ({TEST: "def"}, {TEST: FAILS}),
    "a test of the student's own": ({TEST: PASSES}, {f"{PART}/more_test.py": FAILS}),
    "data of a test": ({TEST: READS, DATA: "1"}, {DATA: "2"}),
    "code that a test imports": ({TEST: PATH + IMPORTS, CODE: f"{RIGHT}ONE = 1\n"}, {CODE: f"{RIGHT}ONE = 2\n"}),
    "the conftest": (
        {TEST: PASSES},
        {CONFTEST: f"{KIT_CONFTEST}\ndef pytest_pyfunc_call(pyfuncitem):\n    raise AssertionError\n"},
    ),
    "a conftest that did not load": ({TEST: FAILS, CONFTEST: "def"}, {CONFTEST: KIT_CONFTEST}),
    "the settings": ({TEST: OTHER}, {"pytest.ini": "[pytest]\npython_functions = other_*\n"}),
}


@pytest.fixture
def run(tmp_path):
    """Run the tests of a part that has some files; others are written between collecting and running the tests."""
    shutil.copytree(ROOT / "assignments", tmp_path / "assignments", ignore=shutil.ignore_patterns("__pycache__"))

    def run_tests(before, meanwhile):
        for name, text in before.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", RUN, json.dumps(meanwhile)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        assert done.stderr == ""
        *screen, counts = done.stdout.splitlines()
        turns, collected = map(int, counts.split())
        assert turns == 1
        return screen[0].partition(",")[0], collected  # without the minutes to go

    return run_tests


@pytest.mark.process
@pytest.mark.parametrize(("before", "after", "done"), [(WRONG, RIGHT, "1 of 1"), (RIGHT, WRONG, "0 of 1")])
def test_code_that_is_saved_meanwhile_is_judged_without_collecting_again(run, before, after, done):
    assert run({CODE: before}, {CODE: after}) == (f"00_warmup: {done} done", 1)


@pytest.mark.process
def test_a_helper_file_that_comes_meanwhile_is_used(run):
    helper = {f"{PART}/helper.py": RIGHT}
    assert run({CODE: "from helper import row_sums\n"}, helper) == ("00_warmup: 1 of 1 done", 1)


@pytest.mark.process
@pytest.mark.parametrize("name", CHANGES)
def test_what_the_tests_are_made_of_may_change_meanwhile(run, name):
    before, meanwhile = CHANGES[name]
    assert run({CODE: RIGHT} | before, meanwhile)[0] == "00_warmup: 0 of 1 done"


def test_warming_up_succeeds_and_leaves_no_trace(capfd):
    torch.manual_seed(7)
    state = torch.get_rng_state()
    first_use.use_torch_once()
    assert torch.equal(torch.get_rng_state(), state)
    first_use._use_torch()
    assert capfd.readouterr() == ("", "")
    assert torch.is_grad_enabled()
    assert torch.get_default_dtype() is torch.float32
