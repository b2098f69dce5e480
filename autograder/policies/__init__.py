"""Applies the course's policies to results after grading: pure functions that do not change the results."""

from autograder.policies.apply import policy_hash, score_policy_hash, with_policies
from autograder.policies.rules import with_slip_days
from autograder.policies.visibility import visibility_phase

__all__ = ["policy_hash", "score_policy_hash", "visibility_phase", "with_policies", "with_slip_days"]
