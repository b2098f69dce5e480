"""`pytest solutions/PART/checks` runs the checks that count, each once."""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from autograder.checking.registry import checks_of
from autograder.course import Course
from tests.helpers.paths import ROOT


@pytest.mark.process
def test_a_check_by_hand_takes_the_place_of_what_a_specification_made(course: Course) -> None:
    folders = [f"solutions/{part.id}/checks" for part in course]
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", *folders]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    collected = defaultdict(list)
    for file, _, test in (line.partition("::") for line in done.stdout.splitlines() if "::" in line):
        collected[Path(file).parts[1]].append(test)
    for part in course:
        checks = [check for checks in checks_of(part.id).values() for check in checks]
        shown = {item.function.__name__ for check in checks for item in check.illustrations}
        assert sorted(collected[part.id]) == sorted([*(check.function.__name__ for check in checks), *shown])
