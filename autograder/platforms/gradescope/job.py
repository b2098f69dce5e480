"""Grades one submission on the platform, file by file, after starting a sandbox and recording the checks."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import torch

from autograder.course import Assignment, Course, Limits, load_course
from autograder.course.find import use_course
from autograder.course.policies import in_zone, with_policies_file
from autograder.execution.prewarm import record_checks
from autograder.execution.source_hashes import local_grader
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.lateness import late_by
from autograder.intake.read import bundle_from_folder, read_bundles
from autograder.intake.submission import Submission
from autograder.platforms.gradescope.metadata import SubmissionMetadata
from autograder.platforms.gradescope.platform import POLICIES_FILE, GradescopeSettings, PlatformFolders
from autograder.platforms.gradescope.report import ResultsFile
from autograder.policies import with_policies
from autograder.policies.rules import max_points
from autograder.results.model import GraderVersion, Json, Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, SandboxError, select_level
from autograder.sandbox.host.launch import launch
from autograder.sandbox.host.self_test import find_escapes

STUDENT = "student"  # a placeholder: the platform knows the name


class GradescopeJob:
    """Grades the submission in the platform's folders; tests grade several, one after the other."""

    def __init__(
        self,
        settings: GradescopeSettings,
        wanted: Level | None,
        fit_limits: Callable[[Limits], Limits],
        course: Course | None = None,
    ) -> None:
        """Start the sandbox and record the checks.

        Args:
            settings: names the assignments to grade.
            wanted: the isolation level; by default the strongest that works.
            fit_limits: fits the course's limits to the machine.
            course: the course; by default the one of `load_course`.

        Raises:
            SandboxError: a worker could read the checks or the solutions.
        """
        torch.set_num_threads(1)
        self._course = course or load_course()
        self._assignments = tuple(self._course.assignment(name) for name in settings.assignments)
        limits = fit_limits(self._course.limits)
        level = strongest_level(wanted)
        self._fork_server = ForkServer(level, limits, launch(level, limits))
        self._grader = ExerciseGrader(
            self._fork_server, limits, record_checks(self._assignments), rubric=self._course.rubric
        )
        self._version = local_grader()
        self._escapes = self._verify_isolation(limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._fork_server.close()

    def _verify_isolation(self, limits: Limits) -> list[str]:
        """Return what a probe in the sandbox could do.

        Raises:
            SandboxError: it could read the checks or the solutions, which no level may allow.
        """
        escapes = find_escapes(self._fork_server, limits)
        if serious := [item for item in escapes if item.startswith(("can read", "the probe"))]:
            raise SandboxError(f"the isolation {self._fork_server.level} does not work here: a worker {serious[0]}")
        return escapes

    def remarks(self, metadata: SubmissionMetadata) -> list[str]:
        """Return remarks for the instructor: the level, what it does not prevent, and a wrong number of points."""
        lines = [
            f"isolation: {self._fork_server.level}",
            *(f"weak isolation: a worker {item}" for item in self._escapes),
        ]
        points = max_points(self._assignments, self._course.policies)
        if metadata.total_points not in (None, points):
            lines.append(f"{points:g} points can be had, but the assignment is worth {metadata.total_points:g} here")
        return lines

    def grade(self, platform: PlatformFolders, report: ResultsFile) -> list[Result]:
        """Read the submission, grade it and write its results file."""
        submissions = read_submissions(platform.submission, self._course, self._assignments, report.metadata)
        return grade_all(self._grader, self._course, submissions, self._version, report)


def strongest_level(wanted: Level | None) -> Level:
    """Return the strongest level that works, even `seccomp`: a container has only one submission."""
    try:
        return select_level(wanted)
    except SandboxError:
        if wanted is not None:
            raise
        return Level.SECCOMP


def packaged_course(source: Path) -> Course:
    """Load the course from the unpacked zip, with the policies file of the zip if there is one."""
    path = source / POLICIES_FILE
    use_course(source)
    return with_policies_file(load_course(), path if path.is_file() else None)


def read_submissions(
    folder: Path, course: Course, wanted: tuple[Assignment, ...], metadata: SubmissionMetadata
) -> tuple[Submission, ...]:
    """Read the submission of each assignment; it is late if the platform's dates say so."""
    submissions = read_bundles({STUDENT: bundle_from_folder(STUDENT, folder)}, course, wanted).submissions
    if not (metadata.late and metadata.created and metadata.due):
        return submissions
    handed_in, due, line = late_by(metadata.created, metadata.due, course.policies.zone)
    return tuple(
        replace(item, late=True, notes=(*item.notes, line), handed_in=handed_in, due=due) if item.sources else item
        for item in submissions
    )


def grade_all(
    grader: ExerciseGrader,
    course: Course,
    submissions: Sequence[Submission],
    version: GraderVersion,
    report: ResultsFile,
) -> list[Result]:
    """Grade as a class run does, and rewrite the results file after each file of the submission."""
    pending = [(course.assignment(item.assignment), item) for item in submissions]
    report.waiting = [(assignment, file) for assignment, _ in pending for file in assignment.files]
    report.write()
    results: list[Result] = []
    for assignment, submission in pending:
        for file in assignment.files:
            part = replace(assignment, exercises=assignment.of_file(file))
            visibility = replace(course.visibility_of(assignment.id), substituted="whole")  # attempts are many here
            graded = grade_submission(grader, part, submission, version, visibility)
            if file == assignment.files[0]:
                results.append(graded)
            else:
                results[-1] = merge_files(results[-1], graded)
            report.results = apply_platform_policies([result.to_json() for result in results], course, report.metadata)
            report.waiting = report.waiting[1:]
            report.write()
    return results


def merge_files(before: Result, after: Result) -> Result:
    """Merge the results of two files of one assignment; an anomaly with the same evidence is kept once."""
    known = {(item.kind, item.evidence) for item in before.anomalies}
    new = tuple(item for item in after.anomalies if (item.kind, item.evidence) not in known)
    return replace(before, exercises=before.exercises + after.exercises, anomalies=before.anomalies + new)


def apply_platform_policies(results: Sequence[Json], course: Course, metadata: SubmissionMetadata) -> list[Json]:
    """Apply the course's policies, with the platform's due dates and extensions instead of the course's."""
    due = in_zone(metadata.due, course.policies.zone) if metadata.due else None
    known = {result["assignment"]: due for result in results} if due else {}
    policies = replace(course.policies, due=known, closes={}, extensions={})
    return [with_policies(result, policies, policies.now) for result in results]
