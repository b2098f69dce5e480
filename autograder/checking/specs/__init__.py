"""Hidden checks from a specification: shapes as words, and the rest by default."""

from autograder.checking.specs.check_definition import CheckText
from autograder.checking.specs.places import Drawn, Example, Place, Places
from autograder.checking.specs.plain_numbers import count, formula
from autograder.checking.specs.registration import spec

__all__ = ["CheckText", "Drawn", "Example", "Place", "Places", "count", "formula", "spec"]
