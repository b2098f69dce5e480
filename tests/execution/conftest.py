"""The class over a term for tests of this folder."""

from tests.helpers.term import term

__all__ = ["term"]
