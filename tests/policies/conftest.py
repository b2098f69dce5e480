"""The small graded class for all tests of this folder."""

import pytest

from autograder.course import Course, load_course
from tests.helpers.graded_class import graded

__all__ = ["graded"]


@pytest.fixture(autouse=True)
def course(fixed_points: None) -> Course:
    """The course with the points that these tests count."""
    return load_course()
