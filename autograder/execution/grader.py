"""Grades submissions one after the other in one process, with one warm sandbox and the recorded checks."""

from dataclasses import dataclass

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.student_words import StudentWords
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.repair.class_reasons import ClassReasons
from autograder.repair.mode import RepairMode
from autograder.results.model import GraderVersion, GradingFailure, Result
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
        self._line_finder = None if setup.repair is RepairMode.NONE else ClassReasons(setup.repair)

    def grade(self, submission: Submission) -> Result | GradingFailure:
        """Grade a submission; never raises for a single submission. A lost sandbox is restarted once."""
        course = self._setup.course
        assignment = course.assignment(submission.assignment)
        visibility = course.visibility_of(assignment.id)
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                return grade_submission(
                    self._exercises,
                    assignment,
                    submission,
                    self._setup.version,
                    visibility,
                    line_finder=self._line_finder,
                )
            except SandboxError as error:
                reason = str(error)
                self._fork_server.close()
            except Exception as error:  # noqa: BLE001 - the run continues with the next submission
                text = StudentWords().sentence(f"{type(error).__name__}: {error}")  # may quote what a worker printed
                return GradingFailure(submission.student, submission.assignment, text)
        return GradingFailure(submission.student, submission.assignment, reason)

    def close(self) -> None:
        """End the sandbox."""
        if self._line_finder is not None:
            self._line_finder.close()
        self._fork_server.close()
