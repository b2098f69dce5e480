"""A course of one file for the tests of `autograder sync`."""

from pathlib import Path

import pytest

from tests.helpers.course_builder import CourseBuilder


@pytest.fixture
def author(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> CourseBuilder:
    return CourseBuilder(tmp_path, capsys)
