"""The course in `examples/courses/autodiff`, used as somebody else's course would be."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.find import VARIABLE
from tests.helpers.paths import ROOT

pytestmark = pytest.mark.walk
SOURCE = ROOT / "examples/courses/autodiff"
GENERATED = shutil.ignore_patterns("assignments", "fingerprints", "__pycache__")


def run(course: Path, *command: object) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {VARIABLE: str(course), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course with everything that is generated from it."""
    folder = tmp_path_factory.mktemp("courses") / "autodiff"
    shutil.copytree(SOURCE, folder, ignore=GENERATED)
    run(folder, "autograder", "sync")
    return folder


@pytest.fixture(scope="module")
def handout(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("handouts") / "autodiff"
    run(course, "autograder", "handout", folder)
    return folder


def test_what_is_generated_is_up_to_date(course: Path) -> None:
    run(course, "autograder", "sync", "--check")


def test_wrong_programs_lose_points_right_ones_none_and_no_check_is_idle(course: Path) -> None:
    assert "0 verdicts to mend, 0 idle checks" in run(course, "autograder", "audit").stdout


def test_nine_of_ten_wrong_programs_are_told_their_own_mistake(course: Path) -> None:
    rows = json.loads(run(course, "tests.helpers.reasons").stdout)
    right = [name for name, (mistake, told) in rows.items() if told == [mistake]]
    other = {name: row for name, row in rows.items() if row[1] and row[1] != [row[0]]}
    assert other == {}
    assert len(rows) >= 40
    assert len(right) >= 0.9 * len(rows)


def test_its_handout_holds_stubs_and_no_solution(handout: Path) -> None:
    stub = (handout / "assignments/01_scalar/scalar.py").read_text(encoding="utf-8")
    assert "class Value" in stub
    assert "raise NotImplementedError" in stub
    assert "flows" not in stub


def test_a_class_is_graded_and_a_mistake_costs_once(course: Path, tmp_path: Path) -> None:
    solution = (course / "solutions/01_scalar/scalar.py").read_text(encoding="utf-8")
    wrong_values = solution.replace("flows[id(parent)] += slope", "flows[id(parent)] = slope")
    for student, text in {"ada": solution, "ben": wrong_values}.items():
        folder = tmp_path / "class" / student / "01_scalar"
        folder.mkdir(parents=True)
        (folder / "scalar.py").write_text(text, encoding="utf-8")
        shutil.copy(course / "solutions/01_scalar/derivations.py", folder)
    run(course, "autograder", "grade", tmp_path / "class", "--out", tmp_path / "out")
    results = {
        path.parts[-3]: {exercise["name"]: exercise for exercise in json.loads(path.read_text())["exercises"]}
        for path in (tmp_path / "out").glob("*/*/result.json")
    }
    assert {exercise["outcome"] for exercise in results["ada"].values()} == {"right"}
    wrong = {name: exercise["outcome"] for name, exercise in results["ben"].items() if exercise["outcome"] != "right"}
    assert wrong == {"Value": "wrong values"}
    messages = [check["message"] for check in results["ben"]["Value"]["checks"] if check["message"]]
    assert messages[0] == "a = Value(3); (a + a).backward(); a.grad is 1, which is too small"


def test_its_public_tests_pass_on_its_solutions(course: Path, handout: Path, tmp_path: Path) -> None:
    work = shutil.copytree(handout, tmp_path / "work")
    for file in course.glob("solutions/*_*/*.py"):
        shutil.copy(file, work / "assignments" / file.parent.name)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "assignments"]
    done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)
    assert "done: 7 of 7 exercises" in done.stdout, done.stdout + done.stderr
