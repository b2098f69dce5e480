"""Where a result is found again: a hash of the submission and of all that its verdict rests on."""

import hashlib
import json
from dataclasses import dataclass

from autograder.classroom.version import grader_version, ground_version
from autograder.intake.submission import Submission
from autograder.results.model import Grader, Json
from autograder.sandbox.launch import Level


@dataclass(frozen=True)
class Terms:
    """What every verdict of a run rests on, besides the submission; small, so that it can travel."""

    level: Level
    grader: Grader
    ground: str

    def to_json(self) -> Json:
        """As it stands in the history."""
        return {"isolation": str(self.level), "grader": vars(self.grader), "ground": self.ground}


def terms_here(level: Level) -> Terms:
    """The terms that this machine's checkout grades on."""
    return Terms(level, grader_version(), ground_version())


def address(submission: Submission, terms: Terms) -> str:
    """The same for the same submission on the same terms, and for nothing else."""
    handed_in = [submission.student, submission.assignment, submission.sha256, sorted(submission.missing.items())]
    around = [submission.notes, submission.late, submission.attempts, sorted(submission.refused)]
    asked = [submission.sizes] if submission.sizes else []
    text = json.dumps([handed_in, around, terms.to_json(), *asked], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
