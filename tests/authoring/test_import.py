"""`autograder import`: what becomes of pytest files and notebooks, and what it says of tests that cannot be checks."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.forked_command import forked_autograder
from tests.helpers.grading import autograder
from tests.helpers.imports import NBGRADER, OTTER, PYTEST_FILES, SOLUTION, notebook

pytestmark = pytest.mark.process
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Import a source into the folder `course`; returns the status, what was printed, and what was complained about."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def run(source: Path) -> tuple[int, str, str]:
        done = forked_autograder("import", source, tmp_path / "course")
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def homework(tmp_path: Path) -> Path:
    """A folder of tests with an adapter, fixtures, a helper and a snapshot."""
    folder = tmp_path / "homework" / "tests"
    (folder / "snapshots").mkdir(parents=True)
    np.savez(folder / "snapshots" / "test_scaled.npz", array=np.array([2.0, 4.0]))
    for name, text in PYTEST_FILES.items():
        (folder / name).write_text(text)
    return folder


def test_tests_of_a_folder_become_checks_and_the_others_are_listed_with_the_reason(
    homework: Path, run: Run, tmp_path: Path
) -> None:
    status, said, _ = run(homework)
    reasons = dict(line.removeprefix("to be rewritten: ").split(" ", 2)[1:] for line in said.splitlines()[:-2])
    assert reasons == {
        "test_patched": "patches code, but that of the student runs in another process",
        "test_renamed": "changes `adapters.scaled` in the student's module",
        "test_subclass": "uses `Small`, which makes a subclass of the student's `Box`",
        "test_file": "needs files, which the student's code cannot open",
        "test_limit": "asks for `LIMIT`, which is no function and no class with methods in adapters.py",
        "test_absent": "needs the module no_such_module, which is not installed here",
        "TestState": "is a class that uses `self`; write functions",
        "test_in_place": reasons["test_in_place"],
    }
    assert "fails on the solution (solutions/01_adapters/checks/test_scaled.py, line " in reasons["test_in_place"]
    assert status == 3
    assert (
        f"7 of 15 tests are checks, each of which the solution passes; {tmp_path}/course/IMPORTED.md lists all" in said
    )


def test_the_text_of_a_test_stays_as_it_is(homework: Path, run: Run, tmp_path: Path) -> None:
    run(homework)
    text = (tmp_path / "course/solutions/01_adapters/checks/test_scaled.py").read_text()
    assert text.startswith(
        '"""Tests of scaled."""\nfrom .shared_fixtures import *\nimport pytest\nimport numpy as np\n'
    )
    assert (
        '@pytest.mark.exercise("scaled")\n'
        "def test_scaled(student, snapshot, numbers):\n"
        '    """Every number."""\n'
        "    scaled = student.scaled\n"
        "    snapshot(scaled(numbers, by=2))  # as it was written\n"
    ) in text
    folder = tmp_path / "course/solutions/01_adapters/checks"
    helper = (folder / "helpers.py").read_text()
    assert helper == "def boxed(student, *items):\n    Box = student.Box\n    return Box(*items)\n"
    assert "    assert boxed(student, 1, 2).count() == 2\n" in (folder / "test_box.py").read_text()


@pytest.mark.sandbox
def test_an_imported_folder_is_graded_at_once(homework: Path, run: Run, tmp_path: Path) -> None:
    run(homework)
    course = ["--course", tmp_path / "course"]
    assert autograder("sync", *course).returncode == 0
    stub = (tmp_path / "course/assignments/01_adapters/adapters.py").read_text()
    handed_in = {"right": SOLUTION, "wrong": SOLUTION.replace("numbers * by", "numbers + by"), "stub": stub}
    for student, text in handed_in.items():
        folder = tmp_path / "class" / student / "01_adapters"
        folder.mkdir(parents=True)
        (folder / "adapters.py").write_text(text)
    assert autograder("grade", tmp_path / "class", "--out", tmp_path / "graded", *course).returncode == 0
    results = {student: tmp_path / f"graded/{student}/01_adapters/result.json" for student in handed_in}
    scores = {student: json.loads(path.read_text())["score"] for student, path in results.items()}
    assert scores == {"right": 7, "wrong": 4, "stub": 0}


def test_a_notebook_of_nbgrader_keeps_texts_marks_and_points(run: Run, tmp_path: Path) -> None:
    path = notebook(tmp_path / "ps1.ipynb", NBGRADER)
    status, said, _ = run(path)
    assert status == 3
    assert "to be rewritten: why is graded by hand" in said
    assert "3 of 5 tests are checks" in said
    course = (tmp_path / "course/course.toml").read_text()
    assert '{ name = "halves", points = 2.5 },\n    { name = "quarter", points = 1 },' in course
    solution = (tmp_path / "course/solutions/01_ps1/ps1.py").read_text()
    assert "# Write a function that halves.\n" in solution
    assert "    ### BEGIN SOLUTION\n    return numbers / PARTS\n    ### END SOLUTION\n" in solution
    assert "PARTS = 2\n" in solution
    assert "print" not in solution
    checks = (tmp_path / "course/solutions/01_ps1/checks/test_ps1.py").read_text()
    assert (
        '@points(0.5)\ndef test_halves_far(student):\n    """Far numbers."""\n    halves = student.halves\n' in checks
    )
    assert "    far = np.array([1e9])\n    assert halves(far)[0] == 5e8\n" in checks


def test_what_students_see_of_a_notebook_is_a_public_test(run: Run, tmp_path: Path) -> None:
    run(notebook(tmp_path / "ps1.ipynb", NBGRADER))
    public = (tmp_path / "course/solutions/01_ps1/public/test_ps1.py").read_text()
    assert (
        '@pytest.mark.exercise("halves")\n'
        "def test_halves(student):\n    halves = student.halves\n    assert halves(4) == 2\n"
    ) in public
    assert "1.5" not in public
    assert "points" not in public
    assert "del halves" not in public
    assert forked_autograder("sync", "--course", tmp_path / "course").returncode == 0
    assert (tmp_path / "course/assignments/01_ps1/test_ps1.py").read_text() == public


def test_a_notebook_of_otter_gives_its_results_as_assertions(run: Run, tmp_path: Path) -> None:
    path = notebook(tmp_path / "hw01.ipynb", OTTER)
    status, said, _ = run(path)
    assert status == 3
    assert "test_q1_1 asks for `answer`, which is no function" in said
    assert "2 of 4 tests are checks" in said
    checks = (tmp_path / "course/solutions/01_hw01/checks/test_hw01.py").read_text()
    assert (
        "@points(1.5)\ndef test_q2_1(student):\n    square = student.square\n    assert repr(square(3)) == '9'\n"
        in checks
    )
    solution = (tmp_path / "course/solutions/01_hw01/hw01.py").read_text()
    assert (
        '    """The square."""\n    ### BEGIN SOLUTION\n    y = x * x\n    return y\n    ### END SOLUTION\n' in solution
    )


@pytest.mark.parametrize(
    ("files", "source", "sentence"),
    [
        ({}, ".", "has no file test_….py; name the folder that has the tests"),
        (
            {"test_a.py": "import b, c\n", "b.py": "", "c.py": ""},
            ".",
            "the tests import b.py, c.py; name the file that",
        ),
        ({"test_a.py": "def f(:\n", "b.py": ""}, ".", "test_a.py, line 1: is no Python"),
        (
            {"test_a.py": "import b\ndef test_a(): pass\n", "b.py": "import no_such\n"},
            ".",
            "b.py: imports no_such, which",
        ),
        ({"test_a.py": "import b\ndef test_a(): b.f()\n", "b.py": "def f(): return 1 / 0\n"}, ".", "ZeroDivisionError"),
        (
            {"test_a.py": "import b\ndef test_a(): b.f()\n", "b.py": "def f(): 0\nf.g.h\n"},
            ".",
            "b.py: cannot be loaded",
        ),
        ({"a.ipynb": "{"}, "a.ipynb", "a.ipynb: cannot be read as a notebook"),
        (
            {"a.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'},
            "a.ipynb",
            "has no tests with",
        ),
        ({"course/x": ""}, ".", "is no new or empty folder"),
    ],
)
def test_what_cannot_be_imported_is_one_sentence_and_nothing_is_written(
    files: dict[str, str], source: str, sentence: str, run: Run, tmp_path: Path
) -> None:
    if "course/x" in files:
        files = {**files, "test_a.py": "import b\ndef test_a(): b.f()\n", "b.py": "def f(): return 1\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    status, said, complaint = run(tmp_path / source)
    assert (status, said) == (2, "")
    assert sentence in complaint
    assert not (tmp_path / "course" / "course.toml").exists()
