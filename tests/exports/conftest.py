"""The small graded class, and the class over a term, for tests of this folder."""

import pytest

from autograder.course import Course, load_course
from tests.helpers.graded_class import graded
from tests.helpers.term import term

__all__ = ["graded", "term"]


@pytest.fixture(autouse=True)
def course(fixed_points: None) -> Course:
    """The course with the points that these tests count."""
    return load_course()
