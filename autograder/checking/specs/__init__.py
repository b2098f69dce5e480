"""Hidden checks from a specification: shapes as words, and the rest by default."""

from autograder.checking.specs.check_definition import CheckText
from autograder.checking.specs.counting import count
from autograder.checking.specs.registration import spec

__all__ = ["CheckText", "count", "spec"]
