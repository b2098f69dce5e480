"""Hidden checks from a specification: shapes as words, and the rest by default."""

from autograder.checking.specs.registration import CheckText, spec

__all__ = ["CheckText", "spec"]
