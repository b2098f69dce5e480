"""Which submissions share code that was not handed out: a list for a person to review, never a score."""

from autograder.similarity.comparison import Passage, SimilarityLimits, SimilarityReport, SimilarPair, compare_class

__all__ = ["Passage", "SimilarPair", "SimilarityLimits", "SimilarityReport", "compare_class"]
