"""No verdict depends on the tricks that make the fork server start sooner: one switch turns them off."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.sandbox.guest.fast_start import SWITCH
from autograder.sandbox.host.isolation import Level, why_unavailable
from tests.helpers.paths import ROOT
from tests.helpers.sample_class import CLASS, EXPECTED, files_of

pytestmark = pytest.mark.sandbox
SUBMISSIONS = ("ada/01_self_attention", "ada/05_gradient_descent", "dana/01_self_attention", "kim", "omar")
LOADED = (
    "import sys; from autograder.sandbox.guest.warmup import warm_up; warm_up(); print('sympy.core' in sys.modules)"
)


def run(*arguments: object, switch: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT), SWITCH: switch}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("switch", "loaded"), [("1", "False"), ("0", "True")])
def test_the_switch_turns_the_tricks_on_and_off(switch: str, loaded: str) -> None:
    assert run("-c", LOADED, switch=switch).strip() == loaded


@pytest.mark.full
def test_without_the_tricks_submissions_are_graded_as_expected(tmp_path: Path) -> None:
    if problem := why_unavailable(Level.BWRAP):
        pytest.skip(problem)  # the expected results name the level
    for name in SUBMISSIONS:
        shutil.copytree(CLASS / name, tmp_path / "class" / name)
    run("-m", "autograder", "grade", tmp_path / "class", "--out", tmp_path / "out", "--jobs", 2, switch="0")
    expected, got = files_of(EXPECTED), files_of(tmp_path / "out")
    handed_in = [name for name in got if name.startswith(SUBMISSIONS)]  # of the others, some parts are missing
    assert len(handed_in) > 10
    assert [name for name in handed_in if got[name] != expected[name]] == []
