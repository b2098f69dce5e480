"""Everything that is the same for all submissions: a sandbox, the rehearsed checks, the version of the grader."""

from collections.abc import Callable
from types import TracebackType
from typing import Self

import torch

from autograder.channels.gradescope.grade import grade_all, submissions_in
from autograder.channels.gradescope.metadata import Metadata
from autograder.channels.gradescope.platform import Platform
from autograder.channels.gradescope.report import Report
from autograder.channels.gradescope.settings import Settings
from autograder.course import Course, Limits, load_course
from autograder.execution.prewarm import record_checks
from autograder.execution.source_hashes import local_grader
from autograder.grading.exercise import ExerciseGrader
from autograder.policies.count import maximum
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, SandboxError, select_level
from autograder.sandbox.host.launch import launch
from autograder.sandbox.host.self_test import find_escapes


class Desk:
    """Grades the submission that lies in the platform's folders; several one after the other, where tests do so."""

    def __init__(
        self,
        settings: Settings,
        wanted: Level | None,
        fitting: Callable[[Limits], Limits],
        course: Course | None = None,
    ) -> None:
        torch.set_num_threads(1)
        self._course = course or load_course()
        self._assignments = tuple(self._course.assignment(name) for name in settings.assignments)
        limits = fitting(self._course.limits)
        level = strongest(wanted)
        self._fork_server = ForkServer(level, limits, launch(level, limits))
        self._bench = ExerciseGrader(self._fork_server, limits, record_checks(self._assignments))
        self._grader = local_grader()
        self._weak = self._prove(limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._fork_server.close()

    def _prove(self, limits: Limits) -> list[str]:
        """What our own attack could do. At no level may a worker see the checks or the solutions.

        Raises:
            SandboxError: it can.
        """
        found = find_escapes(self._fork_server, limits)
        if serious := [item for item in found if item.startswith(("can read", "the probe"))]:
            raise SandboxError(f"the isolation {self._fork_server.level} does not hold here: a worker {serious[0]}")
        return found

    def remarks(self, metadata: Metadata) -> list[str]:
        """What the instructor should know: the level, what it does not refuse, points that do not fit."""
        lines = [f"isolation: {self._fork_server.level}", *(f"weak isolation: a worker {item}" for item in self._weak)]
        points = maximum(self._assignments, self._course.policies)
        if metadata.total_points not in (None, points):
            lines.append(f"{points:g} points can be had, but the assignment is worth {metadata.total_points:g} here")
        return lines

    def grade(self, platform: Platform, report: Report) -> list[Result]:
        """Read, grade, write."""
        found = submissions_in(platform.submission, self._course, self._assignments, report.metadata)
        return grade_all(self._bench, self._course, found, self._grader, report)


def strongest(wanted: Level | None) -> Level:
    """The strongest level; on the platform even the weak one, because one container holds one submission."""
    try:
        return select_level(wanted)
    except SandboxError:
        if wanted is not None:
            raise
        return Level.SECCOMP
