"""Grades submissions one after the other in one process, with one warm sandbox and the recorded checks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.scheduling import GradingOutcome, Judged, LineSearch, Postponed, Work
from autograder.grading.budget import PostponedError
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.student_words import StudentWords
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.repair.class_reasons import ClassReasons
from autograder.repair.mode import RepairMode
from autograder.repair.open_search import OpenSearch
from autograder.results.model import PENDING, ExerciseResult, GraderVersion, GradingFailure, Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, SandboxError

ATTEMPTS = 2  # a submission that loses the sandbox this often is not graded


@dataclass(frozen=True)
class GradingSetup:
    """Everything that all submissions of a run share; inherited by forked processes, never pickled."""

    course: Course
    level: Level
    recorded: RecordedChecks
    version: GraderVersion
    repair: RepairMode = RepairMode.NONE


class SubmissionGrader:
    """Grades one submission after the other.

    Args:
        setup: what all submissions share.
        fork_server: the warm sandbox process; closed by `close`.
    """

    def __init__(self, setup: GradingSetup, fork_server: ForkServer) -> None:
        self._setup = setup
        self._fork_server = fork_server
        self._exercises = ExerciseGrader(
            self._fork_server, setup.course.limits, setup.recorded, rubric=setup.course.rubric
        )
        self._reasons = None if setup.repair is RepairMode.NONE else ClassReasons(setup.repair)

    def grade(self, work: Work, patience: float = math.inf) -> GradingOutcome | Postponed:
        """Judge a submission, or look for its lines; never raises for a single one. A lost sandbox is restarted once.

        Args:
            work: the submission, or the search.
            patience: how many seconds it may use before others come first.
        """
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                return self._explain(work) if isinstance(work, LineSearch) else self._judge(work, patience)
            except PostponedError:
                return Postponed()
            except SandboxError as error:
                reason = str(error)
                self._fork_server.close()
            except Exception as error:  # noqa: BLE001 - the run continues with the next submission
                reason = StudentWords().sentence(f"{type(error).__name__}: {error}")  # may quote what a worker printed
                break
        if isinstance(work, LineSearch):
            return work.judged.unsearched()
        return GradingFailure(work.student, work.assignment, reason)

    def _judge(self, submission: Submission, patience: float) -> Result | Judged:
        course = self._setup.course
        assignment = course.assignment(submission.assignment)
        searches: list[OpenSearch] = []

        def observe(attempts: Sequence[Attempt], result: ExerciseResult) -> None:
            if search := OpenSearch.of(attempts, result):
                searches.append(search)

        result = grade_submission(
            self._exercises,
            assignment,
            submission,
            self._setup.version,
            course.visibility_of(assignment.id),
            observe=None if self._reasons is None else observe,
            patience=patience,
        )
        return Judged(replace(result, reasons=PENDING), tuple(searches)) if searches else result

    def _explain(self, search: LineSearch) -> Result:
        assert self._reasons is not None, "only it leaves searches open"
        submission, judged = search.submission, search.judged
        assignment = self._setup.course.assignment(submission.assignment)
        return self._reasons.explain(self._exercises, assignment, submission, judged.result, judged.searches)

    def close(self) -> None:
        """End the sandbox."""
        if self._reasons is not None:
            self._reasons.close()
        self._fork_server.close()
