"""One run over a class, from submissions to files and the table at the end."""

import time
from collections.abc import Sequence
from pathlib import Path

import torch

from autograder.classroom.rehearse import rehearse_all
from autograder.classroom.run import Plan, Ungraded, grade_class
from autograder.classroom.version import grader_version
from autograder.classroom.write import write_class, write_result
from autograder.course import Assignment, Course, Limits
from autograder.intake.submission import Intake
from autograder.reports.terminal import anomaly_lines, class_table, make_console, with_progress
from autograder.results.brief import brief
from autograder.results.model import Json, Result
from autograder.sandbox.launch import Level
from autograder.sandbox.selftest import not_refused
from autograder.sandbox.zygote import SandboxError, Zygote


class ClassSession:
    """Rehearses the checks while the sandboxes start, then grades, writes and tells."""

    def __init__(self, course: Course, assignments: Sequence[Assignment], zygotes: Sequence[Zygote], out: Path) -> None:
        torch.set_num_threads(1)
        self._zygotes = zygotes
        self._out = out
        self._console = make_console()
        self._prove(zygotes[0], course.limits)
        self._plan = Plan(course, zygotes[0].level, rehearse_all(assignments), grader_version())

    def _prove(self, zygote: Zygote, limits: Limits) -> None:
        """Let a worker attack us before the first student's does.

        Raises:
            SandboxError: something was not refused, at a level that should refuse it.
        """
        found = not_refused(zygote, limits)
        if found and zygote.level is not Level.SECCOMP:
            raise SandboxError(f"the isolation {zygote.level} does not hold here: a worker {found[0]}")
        for item in found:
            self._say(f"weak isolation: a worker {item}")

    def grade(self, intake: Intake, start: float) -> list[Ungraded]:
        """Grade all submissions; what has no verdict is returned and named."""
        results: list[Json] = []
        ungraded: list[Ungraded] = []
        self._say(f"isolation: {self._plan.level}")
        for line in intake.left_aside:
            self._say(line)
        stream = grade_class(self._plan, intake.submissions, self._zygotes)
        for item in with_progress(self._console, stream, len(intake.submissions)):
            if isinstance(item, Result):
                result = item.to_json()
                write_result(self._out, result, self._plan.course)
                results.append(brief(result))
            else:
                ungraded.append(item)
        self._finish(results, ungraded, time.monotonic() - start)
        return ungraded

    def _finish(self, results: list[Json], ungraded: list[Ungraded], seconds: float) -> None:
        results.sort(key=lambda result: (result["student"], result["assignment"]))
        run = {"seconds": round(seconds, 2), "jobs": len(self._zygotes), "submissions": len(results)}
        write_class(self._out, results, ungraded, run, self._plan.course)
        self._console.print(class_table(results))
        for line in anomaly_lines(results):
            self._say(f"look at {line}")
        for item in ungraded:
            self._say(f"ungraded: {item.student}, {item.assignment}: {item.reason}")
        self._say(f"{len(results)} submissions graded in {seconds:.1f} s; results in {self._out}")

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, soft_wrap=True)
