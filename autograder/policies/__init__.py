"""The course's rules, applied to results after grading: pure functions, no rule changes what was graded."""

from autograder.policies.apply import here_and_now, phase_of, under_policies
from autograder.policies.identity import counting, fingerprint

__all__ = ["counting", "fingerprint", "here_and_now", "phase_of", "under_policies"]
