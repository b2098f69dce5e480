"""The course's rules, applied to results after grading: pure functions, no rule changes what was graded."""

from autograder.policies.apply import here_and_now, phase_of, under_policies

__all__ = ["here_and_now", "phase_of", "under_policies"]
