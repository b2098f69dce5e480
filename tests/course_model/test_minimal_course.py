"""A course of somebody else's, with a solution, checks and programs, graded by the engine as an installed wheel."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course.approval import approve
from autograder.course.find import VARIABLE

pytestmark = pytest.mark.walk
Command = Callable[..., subprocess.CompletedProcess[str]]
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
PROGRAMS = f"""
# %% from_zero | wrong | values | robustness | mistake: begins-at-zero
# the search begins at zero
{FROM_ZERO.strip()}


# %% first | wrong | values | core | mistake: takes-the-first
# the first number
def largest(numbers):
    return numbers[0]


# %% sorted | right
# the last of the sorted numbers
def largest(numbers):
    return sorted(numbers)[-1]
"""
MISTAKES = """
[begins-at-zero]
family = "values"
text = "the search begins at zero"
hint = "Which number is a fair beginning?"

[takes-the-first]
family = "values"
text = "the first number is returned, whatever follows"
hint = "Do you look at every number?"
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    part = folder / "solutions/01_order"
    for name, text in {
        "course.toml": COURSE,
        "solutions/01_order/order.py": SOLUTION,
        "solutions/01_order/checks/test_01_order.py": CHECKS,
        "solutions/01_order/public/test_order.py": PUBLIC,
        "solutions/01_order/programs/largest.py": PROGRAMS,
        "solutions/01_order/mistakes.toml": MISTAKES,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert part.is_dir()
    approve(folder)
    return folder


@pytest.fixture
def autograder(course: Path, engine: Path) -> Command:
    """Run a command of the installed wheel in the folder of the course."""

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        own = {"PYTHONPATH": str(engine), "PYTHONDONTWRITEBYTECODE": "1"}
        environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | own
        command = [sys.executable, "-m", "autograder", *map(str, arguments)]
        return subprocess.run(command, env=environment, cwd=course, capture_output=True, text=True, check=False)

    return run


def test_its_assignments_are_generated_and_its_public_tests_run(course: Path, autograder: Command) -> None:
    made = autograder("sync")
    assert made.returncode == 0, made.stdout + made.stderr
    assert made.stderr == f"course: Sorting ({course})\n"
    assert autograder("sync", "--check").returncode == 0
    shutil.copy(course / "solutions/01_order/order.py", course / "assignments/01_order/order.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "assignments"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=course, env=environment, capture_output=True, text=True, check=False)
    assert "done: 1 of 1 exercise" in done.stdout, done.stdout + done.stderr


def test_a_class_is_graded_by_its_checks(tmp_path: Path, autograder: Command) -> None:
    for student, text in {"ada": SOLUTION, "ben": FROM_ZERO}.items():
        folder = tmp_path / "class" / student / "01_order"
        folder.mkdir(parents=True)
        (folder / "order.py").write_text(text, encoding="utf-8")
    done = autograder("grade", tmp_path / "class", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stdout + done.stderr
    results = {path.parts[-3]: json.loads(path.read_text()) for path in (tmp_path / "out").glob("*/*/result.json")}
    assert {student: result["score"] for student, result in results.items()} == {"ada": 2, "ben": 1.5}
    (exercise,) = results["ben"]["exercises"]
    assert [check["outcome"] for check in exercise["checks"]] == ["right", "wrong values"]


def test_its_wrong_programs_lose_points_and_its_right_one_none(autograder: Command) -> None:
    done = autograder("audit")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 right, 2 wrong; 0 verdicts to mend" in done.stdout


def test_its_handout_holds_what_students_need_and_no_solution(tmp_path: Path, autograder: Command) -> None:
    done = autograder("handout", tmp_path / "handout")
    assert done.returncode == 0, done.stdout + done.stderr
    files = {path.relative_to(tmp_path / "handout").as_posix() for path in (tmp_path / "handout").rglob("*.*")}
    assert {"README.md", "pyproject.toml", "assignments/01_order/order.py"} <= files
    assert "max(numbers)" not in (tmp_path / "handout/assignments/01_order/order.py").read_text(encoding="utf-8")
    assert '"torch' in (tmp_path / "handout/pyproject.toml").read_text(encoding="utf-8")


def test_the_sandbox_is_checked_where_the_wheel_is_installed(autograder: Command) -> None:
    done = autograder("doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "grading uses: " in done.stdout
