"""Which right programs a class run compares with."""

import dataclasses
import json
from pathlib import Path

import pytest

from autograder.audit.programs import right_definitions
from autograder.authoring import right_styles
from autograder.authoring.right_styles import run_right_styles, unlike
from autograder.course import Course, load_course
from autograder.repair.right_values import styles_file

pytestmark = pytest.mark.zoo


def test_the_programs_have_little_in_common() -> None:
    assert unlike(["return a + b", "return a + b", "return sum(x)", "return a + b + 0"], 2) == [
        "return a + b",
        "return sum(x)",
    ]
    assert unlike([], 7) == []


def test_the_files_are_those_that_sync_writes() -> None:
    assert run_right_styles(load_course(), check=True) == []


def test_no_exercise_has_more_than_a_class_run_can_afford() -> None:
    for assignment in load_course():
        path = styles_file(load_course(), assignment.id)
        styles = json.loads(path.read_text(encoding="utf-8"))
        assert set(styles) <= {item.name for item in assignment.exercises}
        assert all(len(codes) <= right_styles.MOST_STYLES for codes in styles.values())


def test_a_file_that_differs_is_named_and_written_again(
    tmp_path: Path, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(right_styles, "styles_file", lambda _, assignment: tmp_path / f"{assignment}.json")
    elsewhere = dataclasses.replace(course, folder=tmp_path)
    monkeypatch.setattr(right_styles, "right_definitions", lambda _, exercise: right_definitions(course, exercise))
    stale = run_right_styles(elsewhere, check=True)
    assert len(stale) == len(course.assignments)
    assert not list(tmp_path.iterdir())
    assert run_right_styles(elsewhere, check=False) == stale
    assert run_right_styles(elsewhere, check=True) == []
