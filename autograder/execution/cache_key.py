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
    """What every verdict of a run depends on, besides the submission; small, so that it can be sent to workers."""

    level: Level
    grader: GraderVersion
    runtime_hash: str

    def to_json(self) -> Json:
        """The form that the store keeps with each run."""
        return {"isolation": str(self.level), "grader": vars(self.grader), "ground": self.runtime_hash}


def local_environment(level: Level) -> GradingEnvironment:
    """The environment in which this machine's checkout grades."""
    return GradingEnvironment(level, local_grader(), runtime_hash())


def cache_key(submission: Submission, environment: GradingEnvironment) -> str:
    """Content hash of a submission and of everything its verdict depends on."""
    content = [submission.student, submission.assignment, submission.sha256, sorted(submission.missing.items())]
    circumstances = [submission.notes, submission.late, submission.attempts, sorted(submission.refused)]
    sizes = [submission.sizes] if submission.sizes else []
    text = json.dumps([content, circumstances, environment.to_json(), *sizes], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
