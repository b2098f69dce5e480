"""Modules of a course are imported as the package `solutions`, those of one course per process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course import CourseError
from autograder.course.code import course_module, course_source
from autograder.course.find import VARIABLE
from autograder.sandbox.guest.arguments import load_builders
from autograder.sandbox.guest.execute import execute
from tests.helpers.paths import ROOT


def test_a_module_of_the_course_is_imported() -> None:
    module = course_module("shared.arguments")
    assert module.polynomial([1.0, 0.0, 2.0])(3.0) == 19.0
    assert sys.modules["solutions.shared.arguments"] is module
    assert "BUILDERS" in course_source("shared.arguments")


def test_the_solutions_of_two_courses_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course_module("shared.arguments")
    (tmp_path / "course.toml").touch()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(CourseError, match="this process has imported the code of the course"):
        course_module("shared.arguments")
    assert not course_source("shared.arguments")


def test_a_course_without_arguments_of_its_own_has_no_builders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "guest.course_arguments", sys)  # restored after the test
    assert load_builders("") == {}


def test_an_argument_is_built_as_the_course_says() -> None:
    request = {"target": "square", "calls": [{"args": [{"$": "pair", "of": 3}]}]}
    builders = {"pair": lambda description: [description["of"]] * 2}
    response = execute({"square": lambda pair: pair[0] * pair[1]}, request, {}, 1000, builders)
    assert response["calls"][0]["value"] == 9


@pytest.mark.process
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "import no_such_module\n",
            "solutions/course.py, line 1: ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("\nCOURSE = (\n", "solutions/course.py, line 2: SyntaxError: '(' was never closed (course.py, line 2)"),
        ("COURSE = 3\n", "solutions/course.py: defines no COURSE; write `COURSE = CourseCode(...)`"),
    ],
    ids=["an import", "a syntax error", "another type"],
)
def test_a_mistake_in_the_code_of_a_course_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "solutions").mkdir()
    (tmp_path / "course.toml").touch()
    (tmp_path / "solutions/course.py").write_text(text)
    code = "from autograder.course import CourseError\nfrom autograder.course.code import course_code\n"
    code += "try:\n    course_code()\nexcept CourseError as error:\n    print(error)\n"
    environment = os.environ | {VARIABLE: str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{sentence}\n", "")
