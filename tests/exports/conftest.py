"""The small graded class, and the class over a term, for tests of this folder."""

from tests.helpers.graded_class import graded
from tests.helpers.term import term

__all__ = ["graded", "term"]
