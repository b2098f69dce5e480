"""nbgrader itself takes what `autograder nbgrader build` makes: it generates, releases, validates."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.platforms.leaks.forbidden import Forbidden, solution_lines
from autograder.platforms.leaks.search import find_leaks
from tests.helpers.archives import read_folder
from tests.helpers.grading import autograder

pytestmark = pytest.mark.notebook
PARTS = ("00_warmup", "02_causal", "05_gradient_descent")


def nbgrader(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run nbgrader's own command."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}  # it starts alembic
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    course = tmp_path_factory.mktemp("nbgrader") / "course"
    made = autograder("nbgrader", "build", course)
    assert (made.returncode, made.stderr) == (0, "")
    for part in PARTS:
        generated = nbgrader(course, "generate_assignment", part)
        assert generated.returncode == 0, generated.stderr
    return course


@pytest.mark.parametrize("part", [PARTS[0], *(pytest.param(part, marks=pytest.mark.full) for part in PARTS[1:])])
def test_the_solved_notebook_is_valid(folder, part):
    validated = nbgrader(folder, "validate", f"source/{part}/{part}.ipynb")
    assert validated.returncode == 0, validated.stderr
    assert "Success! Your notebook passes all the tests." in validated.stdout


def test_the_released_notebook_fails_at_every_exercise_and_says_why(folder):
    validated = nbgrader(folder, "validate", "release/05_gradient_descent/05_gradient_descent.ipynb")
    assert "VALIDATION FAILED ON 6 CELL(S)" in validated.stdout
    assert validated.stdout.count(": not attempted") == 6


@pytest.mark.full
def test_a_solved_release_is_valid_and_gets_its_points_from_nbgrader_too(folder):
    """What a student gets, with the student's code in its cells."""
    path = folder / "release" / "00_warmup" / "00_warmup.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["id"] == "warmup-3":
            cell["source"] = ["def row_sums(x):\n", "    return x.sum(-1)"]
    mine = folder / "submitted" / "bob" / "00_warmup"
    shutil.copytree(path.parent, mine)
    (mine / path.name).write_text(json.dumps(notebook), encoding="utf-8")
    assert "Success!" in nbgrader(folder, "validate", f"submitted/bob/00_warmup/{path.name}").stdout
    assert nbgrader(folder, "autograde", "00_warmup", "--create").returncode == 0
    assert nbgrader(folder, "export").returncode == 0
    with (folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        scores = {row["assignment"]: (row["score"], row["max_score"]) for row in csv.DictReader(file)}
    assert scores["00_warmup"] == ("2.0", "2.0")


def test_what_is_released_holds_no_solution(folder, course):
    files = read_folder(folder / "release")
    lines = Forbidden(solution_lines(course))
    notebooks = {name: data for name, data in files.items() if "__pycache__" not in name}
    assert {f"{part}/{part}.ipynb" for part in PARTS} <= set(notebooks)
    assert find_leaks(notebooks, lines) == []
    assert find_leaks(read_folder(folder / "source"), lines)  # the search does find them where they are


def test_the_points_are_those_of_the_course(folder, course):
    for part in PARTS:
        text = (folder / "release" / part / f"{part}.ipynb").read_text(encoding="utf-8")
        marks = [cell["metadata"].get("nbgrader", {}) for cell in json.loads(text)["cells"]]
        points = {mark["grade_id"]: mark["points"] for mark in marks if mark.get("grade")}
        assert points == {item.name: item.points for item in course.assignment(part).exercises}


def test_a_folder_that_holds_something_is_left_alone(folder):
    made = autograder("nbgrader", "build", folder)
    assert made.returncode == 2
    assert len(made.stderr.splitlines()) == 1
    assert "name a new or empty folder" in made.stderr
