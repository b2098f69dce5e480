"""Which submissions share code that was not handed out: a list for a person to look at, never a score."""

from autograder.similar.compare import Limits, Report, compare_class
from autograder.similar.pairs import Pair, Passage

__all__ = ["Limits", "Pair", "Passage", "Report", "compare_class"]
