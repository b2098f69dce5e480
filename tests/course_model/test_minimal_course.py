"""A course of somebody else's: a folder with a data file, one solution and one file of checks."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.find import VARIABLE
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.slow
COURSE = """
title = "Sorting"
total = 2

[[assignment]]
id = "01_order"
title = "Order"
prerequisites = []
[[assignment.file]]
name = "order.py"
exercises = [{ name = "largest", points = 2 }]

[limits]
seconds_per_request = 5
seconds_per_exercise = 20
seconds_per_submission = 60
seconds_kept = 5
memory_mb = 512
answer_mb = 8
printed_kb = 16
"""
SOLUTION = '''# %% [markdown]
# # Order
#
# Which number comes first.

# %%
from collections.abc import Sequence


# %% [markdown]
# ## `largest`
# *difficulty: ●○○ · about 2 minutes*
#
# The largest of some numbers.


# %%
def largest(numbers: Sequence[float]) -> float:
    """Return the largest of `numbers`, of which there is at least one."""
    ### BEGIN SOLUTION
    return max(numbers)
    ### END SOLUTION
'''
CHECKS = '''"""Hidden checks of largest."""

from autograder.checking.assertions import assert_number
from autograder.checking.registry import check
from autograder.checking.student import Student


@check("largest.value", "the largest number", points=1.5, hint="Which number is larger than all others?")
def test_largest_value(student: Student) -> None:
    assert_number(student.largest([3.0, 7.0, 5.0]), 7.0)


@check("largest.negative", "numbers below 0", points=0.5, level="robustness", hint="Where does your search begin?")
def test_largest_negative(student: Student) -> None:
    assert_number(student.largest([-3.0, -7.0]), -3.0)
'''
PUBLIC = '''"""Public tests of largest."""

import pytest


@pytest.mark.exercise("largest")
def test_largest(student):
    assert student.largest([1.0, 2.0]) == 2.0
'''
FROM_ZERO = """
def largest(numbers):
    found = 0.0
    for number in numbers:
        found = max(found, number)
    return found
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    part = folder / "solutions/01_order"
    for name, text in {
        "course.toml": COURSE,
        "solutions/01_order/order.py": SOLUTION,
        "solutions/01_order/checks/test_order.py": CHECKS,
        "solutions/01_order/public/test_order.py": PUBLIC,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert part.is_dir()
    return folder


def autograder(course: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "autograder", *map(str, arguments), "--course", str(course)]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


def test_its_assignments_are_generated_and_its_public_tests_run(course: Path) -> None:
    made = autograder(course, "sync")
    assert made.returncode == 0, made.stdout + made.stderr
    assert made.stderr == f"course: Sorting ({course})\n"
    assert autograder(course, "sync", "--check").returncode == 0
    shutil.copy(course / "solutions/01_order/order.py", course / "assignments/01_order/order.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "assignments"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True, check=False)
    assert "done: 1 of 1 exercise" in done.stdout, done.stdout + done.stderr


def test_a_class_is_graded_by_its_checks(course: Path, tmp_path: Path) -> None:
    for student, text in {"ada": SOLUTION, "ben": FROM_ZERO}.items():
        folder = tmp_path / "class" / student / "01_order"
        folder.mkdir(parents=True)
        (folder / "order.py").write_text(text, encoding="utf-8")
    done = autograder(course, "grade", tmp_path / "class", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stdout + done.stderr
    results = {path.parts[-3]: json.loads(path.read_text()) for path in (tmp_path / "out").glob("*/*/result.json")}
    assert {student: result["score"] for student, result in results.items()} == {"ada": 2, "ben": 1.5}
    (exercise,) = results["ben"]["exercises"]
    assert [check["outcome"] for check in exercise["checks"]] == ["right", "wrong values"]
