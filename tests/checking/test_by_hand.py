"""`pytest solutions/PART/checks` runs the checks that count, each once."""

import subprocess
import sys

import pytest

from autograder.checking.registry import checks_of
from autograder.course import load_course
from tests.helpers.paths import ROOT


@pytest.mark.parametrize("part", [assignment.id for assignment in load_course()])
def test_a_check_by_hand_takes_the_place_of_what_a_specification_made(part: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", f"solutions/{part}/checks"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    collected = [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]
    checks = [check for checks in checks_of(part).values() for check in checks]
    shown = {item.function.__name__ for check in checks for item in check.illustrations}
    assert sorted(collected) == sorted([*(check.function.__name__ for check in checks), *shown])
