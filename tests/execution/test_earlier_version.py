"""An output folder that an earlier version has written: every command goes on with it, and nothing in it is lost.

It has two weeks of a class: ada's second hand-in is better, ben has a correction by hand, and bne was removed.
"""

import csv
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.helpers.forked_command import forked_autograder
from tests.helpers.paths import TESTS

pytestmark = pytest.mark.sandbox

WRITTEN = TESTS / "execution/output_of_version_0"
SCORES = {"ada": "2", "ben": "1.5"}


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    return shutil.copytree(WRITTEN / "output", tmp_path / "graded")


def scores(graded: Path) -> dict[str, str]:
    with (graded / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row["score"] for row in csv.DictReader(file)}


def run(*arguments: object) -> str:
    done = forked_autograder(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_week_graded_again_changes_nothing(graded: Path) -> None:
    said = run("grade", WRITTEN / "class/w1", "--out", graded, "--jobs", 1)
    assert scores(graded) == SCORES
    assert "ada, 00_warmup: counted earlier and was replaced by a newer hand-in, which stays" in said
    assert "removed: 1 result of bne" in said


def test_a_new_correction_is_in_every_export(graded: Path) -> None:
    where = ("--student", "ada", "--exercise", "row_sums")
    run("adjust", graded, *where, "--points", "-0.25", "--reason", "a remark")
    corrected = {"ada": "1.75", "ben": "1.5"}
    assert scores(graded) == corrected
    for name in ("csv", "canvas", "moodle", "gradescope", "nbgrader"):
        run("export", graded, "--format", name)
    for name, column in (("csv", "student"), ("canvas", "Student"), ("moodle", "ID number")):
        with (graded / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert {row[column]: row["00_warmup"] for row in csv.DictReader(file)} == corrected, name
    for student, score in corrected.items():
        told = json.loads((graded / "gradescope" / student / "00_warmup/results.json").read_text(encoding="utf-8"))
        assert str(told["score"]) == score
    with sqlite3.connect(graded / "gradebook.db") as book:
        assert sorted(book.execute("SELECT auto_score FROM grade")) == [(1.5,), (1.75,)]
    book.close()


def test_it_is_regraded_adjusted_and_exported(graded: Path) -> None:
    assert "0 of 2 results change: 0 up, 0 down" in run("regrade", graded, "--jobs", 1)
    run("regrade", graded, "--apply", "--jobs", 1)
    assert "ben, 00_warmup, row_sums: -0.5, copied the example" in run("adjust", graded)
    run("remove", graded, "--student", "bne", "--undo")
    assert scores(graded) == SCORES | {"bne": "1"}
    run("export", graded, "--format", "csv")
    assert (graded / "csv.csv").read_text(encoding="utf-8").count("\n") == 4
