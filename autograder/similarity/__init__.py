"""Which submissions share code that was not handed out: a list for a person to review, never a score."""

from autograder.similarity.comparison import Passage, SimilarityLimits, SimilarityReport, SimilarPair, compare_class
from autograder.similarity.identical import Cluster

__all__ = ["Cluster", "Passage", "SimilarPair", "SimilarityLimits", "SimilarityReport", "compare_class"]
