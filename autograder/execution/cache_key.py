"""The key under which a result is stored: a hash of the submission and of everything that its verdict depends on."""

import hashlib
import json
from dataclasses import dataclass

from autograder.execution.source_hashes import local_grader, runtime_hash
from autograder.intake.submission import Submission
from autograder.results.model import GraderVersion, Json
from autograder.sandbox.host.isolation import Level


@dataclass(frozen=True)
class GradingEnvironment:
    """Everything that the verdicts of a run depend on, except the submissions; small enough to send to every worker.

    Attributes:
        level: the isolation.
        grader: the versions of the package, the checks and torch.
        runtime_hash: what the checks run with (`source_hashes.runtime_hash`).
    """

    level: Level
    grader: GraderVersion
    runtime_hash: str

    def to_json(self) -> Json:
        """Return the form that the store records for each run; `ground` is the runtime hash."""
        return {"isolation": str(self.level), "grader": vars(self.grader), "ground": self.runtime_hash}


def local_environment(level: Level) -> GradingEnvironment:
    """Return the environment in which this machine grades at an isolation level."""
    return GradingEnvironment(level, local_grader(), runtime_hash())


def cache_key(submission: Submission, environment: GradingEnvironment) -> str:
    """Return the content hash of a submission and of everything that its verdict depends on, in hexadecimal."""
    content = [submission.student, submission.assignment, submission.sha256, sorted(submission.missing.items())]
    circumstances = [submission.notes, submission.late, submission.attempts, sorted(submission.refused)]
    more: list[object] = [submission.sizes] if submission.sizes else []
    more += [[submission.received, submission.unreadable]] if submission.received or submission.unreadable else []
    text = json.dumps([content, circumstances, environment.to_json(), *more], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
