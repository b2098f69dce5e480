"""Where submissions are graded one after the other: one process, one warm sandbox, the rehearsed checks."""

import atexit
import functools
import platform
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from autograder.classroom.cache_key import GradingEnvironment, local_environment
from autograder.classroom.rehearse import Rehearsals, rehearse_all
from autograder.course import Course, CourseError, Limits, load_course
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.student_words import StudentWords
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.results.model import Grader, Result, Ungraded
from autograder.sandbox.choose import why_not
from autograder.sandbox.launch import Level
from autograder.sandbox.selftest import not_refused
from autograder.sandbox.zygote import SandboxError, Zygote

ATTEMPTS = 2  # a sandbox that is lost twice over the same submission leaves it ungraded


@dataclass(frozen=True)
class Plan:
    """Everything that is the same for all submissions of a run; forked into the grading processes, never pickled."""

    course: Course
    level: Level
    rehearsals: Rehearsals
    grader: Grader


class Desk:
    """Grades one submission after the other in one process."""

    def __init__(self, plan: Plan, zygote: Zygote) -> None:
        self._plan = plan
        self._zygote = zygote
        self._bench = ExerciseGrader(self._zygote, plan.course.limits, plan.rehearsals)

    def grade(self, submission: Submission) -> Result | Ungraded:
        """One result; a lost sandbox is started again before anything is given up."""
        course = self._plan.course
        assignment = course.assignment(submission.assignment)
        visibility = course.visibility_of(assignment.id)
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                return grade_submission(self._bench, assignment, submission, self._plan.grader, visibility)
            except SandboxError as error:
                reason = str(error)
                self._zygote.close()
            except Exception as error:  # noqa: BLE001 - a class run survives any single submission
                why = StudentWords().sentence(f"{type(error).__name__}: {error}")  # which may quote what a worker said
                return Ungraded(submission.student, submission.assignment, why)
        return Ungraded(submission.student, submission.assignment, reason)

    def close(self) -> None:
        """End the sandbox."""
        self._zygote.close()


def prove(zygote: Zygote, limits: Limits) -> Sequence[str]:
    """Let a worker attack us before the first student's does; what it was able to do at the weak level.

    Raises:
        SandboxError: something was not refused, at a level that should refuse it.
    """
    found = not_refused(zygote, limits)
    if found and zygote.level is not Level.SECCOMP:
        raise SandboxError(f"the isolation {zygote.level} does not hold here: a worker {found[0]}")
    return found


class RefusalError(RuntimeError):
    """This machine cannot grade in the environment that was asked for."""


@dataclass(frozen=True)
class Order:
    """A submission sent to another process or machine, with the environment it must be graded in."""

    submission: Submission
    environment: GradingEnvironment


def grade_there(order: Order) -> Result | Ungraded:
    """Grade in whatever process this is, which gets a desk of its own the first time.

    Raises:
        RefusalError: the isolation or the checks of this machine are not those that were asked for.
    """
    try:
        with TURN:  # a sandbox serves one submission at a time, hypothesis too
            return _desk(order.environment, order.submission.assignment).grade(order.submission)
    except (SandboxError, CourseError, OSError) as error:
        raise RefusalError(f"{platform.node()}: {error}") from error


def refusal(environment: GradingEnvironment) -> str:
    """Why this machine cannot grade in this environment; empty where it can."""
    try:
        with TURN:
            _zygote(environment)
    except (SandboxError, OSError) as error:
        return f"{platform.node()}: {error}"
    return ""


TURN = threading.Lock()  # one per process, as desks are


@functools.cache
def _desk(environment: GradingEnvironment, assignment: str) -> Desk:
    course = load_course()
    zygote = _zygote(environment)
    rehearsals = rehearse_all([course.assignment(assignment)])
    return Desk(Plan(course, environment.level, rehearsals, environment.grader), zygote)


@functools.cache
def _zygote(environment: GradingEnvironment) -> Zygote:
    """The one warm process of this one, started and attacked before anybody's code comes."""
    torch.set_num_threads(1)
    here = local_environment(environment.level)
    if here != environment:
        raise SandboxError(f"other versions of checks or libraries are installed: {_difference(here, environment)}")
    if problem := why_not(environment.level):
        raise SandboxError(f"the isolation {environment.level} was asked for: {problem}")
    limits = load_course().limits
    zygote = Zygote(environment.level, limits)
    try:
        prove(zygote, limits)
    except BaseException:
        zygote.close()
        raise
    atexit.register(zygote.close)
    return zygote


def _difference(here: GradingEnvironment, asked: GradingEnvironment) -> str:
    if here.grader.torch != asked.grader.torch:
        return f"torch {here.grader.torch} instead of {asked.grader.torch}"
    part = "checks" if here.grader != asked.grader else "solutions, Python, numpy or hypothesis"
    return f"{part} differ"
