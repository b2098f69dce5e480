"""The small graded class for all tests of this folder."""

from tests.helpers.graded_class import graded

__all__ = ["graded"]
