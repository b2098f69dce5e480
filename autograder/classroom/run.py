"""The class run: N processes, each with a warm sandbox of its own, results in whatever order they come."""

import itertools
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass

from autograder.classroom.rehearse import Rehearsals
from autograder.course import Course
from autograder.grading.exercise import Bench
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.results.model import Grader, Result
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import SandboxError, Zygote

UNDER_WAY = 64
ATTEMPTS = 2  # a sandbox that is lost twice over the same submission leaves it ungraded


@dataclass(frozen=True)
class Ungraded:
    """A submission that has no verdict, and why; never because of what the student wrote."""

    student: str
    assignment: str
    reason: str


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
        self._bench = Bench(self._zygote, plan.course.limits, plan.rehearsals)

    def grade(self, submission: Submission) -> Result | Ungraded:
        """One result; a lost sandbox is started again before anything is given up."""
        course = self._plan.course
        assignment = course.assignment(submission.assignment)
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                return grade_submission(self._bench, assignment, submission, self._plan.grader, course.visibility)
            except SandboxError as error:
                reason = str(error)
                self._zygote.close()
        return Ungraded(submission.student, submission.assignment, reason)

    def close(self) -> None:
        """End the sandbox."""
        self._zygote.close()


def grade_class(
    plan: Plan, submissions: Sequence[Submission], zygotes: Sequence[Zygote]
) -> Iterator[Result | Ungraded]:
    """Yield each result when it is there; as many processes as there are sandboxes."""
    if len(zygotes) == 1:
        desk = Desk(plan, zygotes[0])
        try:
            yield from map(desk.grade, submissions)
        finally:
            desk.close()
        return
    try:
        with _pool(plan, zygotes) as pool:
            yield from _stream(pool, submissions)
    finally:
        for zygote in zygotes:
            zygote.close()


def _stream(pool: Executor, submissions: Sequence[Submission]) -> Iterator[Result | Ungraded]:
    """Results as they come; a few more submissions are under way than there are workers, however large the class."""
    waiting: dict[Future[Result | Ungraded], Submission] = {}
    todo = iter(submissions)
    while True:
        for submission in itertools.islice(todo, UNDER_WAY - len(waiting)):
            try:
                waiting[pool.submit(_grade_here, submission)] = submission
            except BrokenExecutor as error:  # a grading process was killed from outside
                yield Ungraded(submission.student, submission.assignment, f"a grading process was lost: {error}")
        if not waiting:
            return
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            yield _outcome(future, waiting.pop(future))


def _outcome(future: "Future[Result | Ungraded]", submission: Submission) -> Result | Ungraded:
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001 - a class run survives any single submission
        return Ungraded(submission.student, submission.assignment, f"{type(error).__name__}: {error}")


def _pool(plan: Plan, zygotes: Sequence[Zygote]) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("fork")
    turn = context.Value("i", 0)
    return ProcessPoolExecutor(len(zygotes), context, _take_desk, (plan, zygotes, turn))


DESK: list[Desk] = []  # the one desk of this grading process; filled by the pool's initializer


def _take_desk(plan: Plan, zygotes: Sequence[Zygote], turn: "multiprocessing.sharedctypes.Synchronized[int]") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    with turn.get_lock():
        mine, turn.value = turn.value, turn.value + 1
    for place, other in enumerate(zygotes):
        if place != mine:
            other.abandon()
    DESK.append(Desk(plan, zygotes[mine] if mine < len(zygotes) else Zygote(plan.level, plan.course.limits)))


def _grade_here(submission: Submission) -> Result | Ungraded:
    return DESK[0].grade(submission)
