"""The runs of pytest that this grader is compared with do the same work: every check of the part, once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.checking.registry import checks_of
from benchmarks.peer_pytest import WITHOUT_PLUGINS, arguments
from benchmarks.peer_scores import read_reported

pytestmark = pytest.mark.process

REPOSITORY = Path(__file__).parents[2]


def test_plain_pytest_runs_each_check_once_and_finds_the_solution_right(tmp_path: Path) -> None:
    part = "02_causal"  # has illustrations beside its checks
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "pytest", *arguments(part, REPOSITORY / "solutions" / part, report)]
    environment = {**os.environ, **WITHOUT_PLUGINS}

    ran = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert read_reported(report, part) == list(checks_of(part))
