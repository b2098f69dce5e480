"""The keys under which results are stored: hashes of the submission and of everything that decides about it.

A verdict has a key of its own, so that a change of what only lines, words or prices depend on judges nobody again.
"""

import hashlib
import json
from dataclasses import dataclass, replace

from autograder.execution.source_hashes import (
    PartHashes,
    local_grader,
    part_hashes,
    reasons_hash,
    runtime_hash,
    telling_hash,
)
from autograder.intake.lateness import is_lateness
from autograder.intake.submission import Submission
from autograder.repair.mode import RepairMode
from autograder.results.model import GraderVersion, Json
from autograder.sandbox.host.isolation import Level


@dataclass(frozen=True)
class GradingEnvironment:
    """Everything that the verdicts of a run depend on, except the submissions; small enough to send to every worker.

    Attributes:
        level: the isolation.
        grader: the versions of the package, the checks and torch.
        runtime_hash: what the checks run with (`source_hashes.runtime_hash`).
        repair: how much is searched for the lines of mistakes.
        reasons: the hash of every file that decides which lines are told; empty if nobody looks for any.
        telling: the hash of the words and prices in results (`source_hashes.telling_hash`).
        parts: what of all this concerns each part of the course.
    """

    level: Level
    grader: GraderVersion
    runtime_hash: str
    repair: RepairMode = RepairMode.NONE
    reasons: str = ""
    telling: str = ""
    parts: tuple[PartHashes, ...] = ()

    def of_part(self, part: str) -> "GradingEnvironment":
        """Return what a submission of one part depends on."""
        own = next((item for item in self.parts if item.part == part), None)
        if own is None:
            return self
        grader, reasons = replace(self.grader, checks=own.verdict), own.reasons if self.reasons else ""
        return replace(self, grader=grader, runtime_hash=own.runtime, reasons=reasons, parts=())

    @property
    def untold(self) -> "GradingEnvironment":
        """The same whatever the words and prices are."""
        return replace(self, telling="")

    @property
    def checks_hash(self) -> str:
        """A hash of what recorded checks depend on: of everything but the isolation."""
        return hashlib.sha256(json.dumps([vars(self.grader), self.runtime_hash], sort_keys=True).encode()).hexdigest()

    def to_json(self) -> Json:
        """Return the form that the store records for each run; `ground` is the runtime hash."""
        return {
            "isolation": str(self.level),
            "grader": vars(self.grader),
            "ground": self.runtime_hash,
            "repair": str(self.repair),
            "reasons": self.reasons,
            "telling": self.telling,
        }


def local_environment(level: Level, repair: RepairMode = RepairMode.NONE) -> GradingEnvironment:
    """Return the environment in which this machine grades at an isolation level."""
    reasons = "" if repair is RepairMode.NONE else reasons_hash()
    return GradingEnvironment(level, local_grader(), runtime_hash(), repair, reasons, telling_hash(), part_hashes())


def verdict_key(submission: Submission, environment: GradingEnvironment) -> str:
    """Return the hash of a submission and of everything that its verdict depends on, in hexadecimal."""
    return cache_key(submission, replace(environment.untold, reasons=""))


def result_keys(submission: Submission, environment: GradingEnvironment) -> tuple[str, str]:
    """Return the keys of a result without mistakes whose lines could be looked for, and of any other."""
    return cache_key(submission, replace(environment, reasons="")), cache_key(submission, environment)


def cache_key(submission: Submission, environment: GradingEnvironment) -> str:
    """Return the hash of a submission and of everything that its result depends on, in hexadecimal."""
    content = [submission.student, submission.assignment, submission.sha256, sorted(submission.missing.items())]
    notes = [note for note in submission.notes if not is_lateness(note)]
    circumstances = [notes, False, submission.attempts, sorted(submission.refused)]  # whether late decides no verdict
    more: list[object] = [submission.sizes] if submission.sizes else []
    more += [[submission.received, submission.unreadable]] if submission.received or submission.unreadable else []
    own = environment.of_part(submission.assignment)
    text = json.dumps([content, circumstances, own.to_json(), *more], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
