"""Sends submissions to an executor and yields the results in the order in which they are ready, also in groups.

All submissions are judged before anybody looks for the lines of mistakes: scores come first.
"""

import contextlib
import math
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol

from autograder.execution.interrupts import defer_interrupts
from autograder.intake.submission import Submission
from autograder.results.model import FAILED, GradingFailure, Result

if TYPE_CHECKING:
    from autograder.repair.open_search import OpenSearch  # which imports torch

GradingFuture = Future["GradingOutcome | Postponed"]
CompletedQueue = SimpleQueue[GradingFuture]  # futures in the order in which they are completed
GROUP_SIZE = 32
GROUP_SECONDS = 0.05
TRIES_ALONE = 2  # of a submission that was pending when a process was lost; a full machine may lose one for no fault
PATIENCE = 10.0  # seconds of a worker; a submission that uses more begins anew when all others are graded


@dataclass(frozen=True)
class Postponed:
    """A submission was put aside, because it used up the patience with which it was submitted."""


@dataclass(frozen=True)
class Judged:
    """A submission has its points, and there are mistakes whose lines can be looked for.

    Attributes:
        result: the result, whose reasons are `PENDING`.
        searches: the exercises to look at.
    """

    result: Result
    searches: tuple["OpenSearch", ...]

    @property
    def student(self) -> str:
        """The student."""
        return self.result.student

    @property
    def assignment(self) -> str:
        """The id of the assignment."""
        return self.result.assignment

    def unsearched(self) -> Result:
        """Return the result if nobody can look for lines."""
        names = {item.exercise for item in self.searches}
        exercises = (item.not_searched() if item.name in names else item for item in self.result.exercises)
        return replace(self.result, exercises=tuple(exercises), reasons=FAILED)


@dataclass(frozen=True)
class LineSearch:
    """The second half of the work on a submission: looking for the lines of its mistakes."""

    submission: Submission
    judged: Judged


Work = Submission | LineSearch
GradingOutcome = Result | Judged | GradingFailure


class GradingExecutor(Protocol):
    """Grades submissions: in this process, in processes of this machine, or in any other executor."""

    @property
    def processes(self) -> int:
        """How many submissions are graded at the same time."""

    @property
    def max_pending(self) -> int:
        """How many submissions may be submitted and not completed."""

    @property
    def completes_in_thread(self) -> bool:
        """Whether another thread completes the futures; then signals must be deferred while their locks are held."""

    @property
    def worker_lost_errors(self) -> tuple[type[BaseException], ...]:
        """The exceptions of a future that mean that its process was lost; the submission is graded again."""

    def submit(self, work: Work, patience: float = math.inf) -> GradingFuture:
        """Start judging a submission, or looking for its lines; processes that were lost are replaced first.

        Args:
            work: the submission, or the search.
            patience: how many seconds it may use before others come first.
        """

    def close(self, *, at_once: bool = False) -> None:
        """End all processes; `at_once`: without waiting for submissions that are being graded."""


def grade_class(
    executor: GradingExecutor, submissions: Sequence[Submission]
) -> Generator[Result | GradingFailure, None, None]:
    """Yield the last outcome of each submission of `grade_in_groups`."""
    with contextlib.closing(grade_in_groups(executor, submissions)) as groups:
        for group in groups:
            yield from (item for item in group if not isinstance(item, Judged))


def grade_in_groups(executor: GradingExecutor, works: Sequence[Work]) -> Generator[list[GradingOutcome], None, None]:
    """Yield the outcomes that are ready as `OutcomeGroup` says, and close the executor at the end, whatever happens.

    Of a submission with mistakes whose lines can be looked for there are two: that it is judged, and, when all others
    are, its result with the lines.

    Submissions that were pending when a process was lost (killed for its memory use, say) are graded again one by one,
    so that only a submission that loses its process each time it is alone is not graded. One that uses a lot of time is
    graded when all others are.
    """
    queue = WorkQueue(works, PATIENCE if len(works) > 1 else math.inf)
    finished = False
    try:
        while suspects := (yield from _stream(executor, queue)):
            yield from _one_by_one(executor, suspects, queue)
        finished = True
    finally:
        with defer_interrupts():
            executor.close(at_once=not finished)


class WorkQueue:
    """What is still to be done, in order: submissions first, then the search for lines.

    Args:
        works: the submissions to judge, and searches of those that are.
        patience: how many seconds each may use before others come first.
    """

    def __init__(self, works: Sequence[Work], patience: float) -> None:
        self._submissions = deque((item, patience) for item in works if isinstance(item, Submission))
        self._searches = deque(item for item in works if isinstance(item, LineSearch))

    def __bool__(self) -> bool:
        return bool(self._submissions or self._searches)

    def take(self) -> tuple[Work, float]:
        """Remove and return what comes next, with its patience."""
        return self._submissions.popleft() if self._submissions else (self._searches.popleft(), math.inf)

    def postpone(self, work: Work) -> None:
        """Put a submission behind all others; it may use all the time of a part then."""
        assert isinstance(work, Submission), "a search has no end of its patience"
        self._submissions.append((work, math.inf))

    def outcome(self, future: GradingFuture, work: Work) -> GradingOutcome:
        """Return the outcome of some work; the search that it leaves open is added."""
        if error := _failure(future):
            if isinstance(work, LineSearch):
                return work.judged.unsearched()
            return GradingFailure(work.student, work.assignment, f"{type(error).__name__}: {error}")
        found = future.result()
        assert not isinstance(found, Postponed), "it had all the time of a part"
        if isinstance(found, Judged):
            assert isinstance(work, Submission), "a search leaves nothing open"
            self._searches.append(LineSearch(work, found))
        return found


class OutcomeGroup:
    """Collects the outcomes that are stored together.

    A group is complete when it has 32 outcomes, or has one and 50 ms have passed since the one before was dealt with.
    So a result that is alone is not delayed, and no matter how slow the disk is, the run does not only wait for it.
    """

    def __init__(self) -> None:
        self._outcomes: list[GradingOutcome] = []
        self._due = -math.inf

    def add(self, outcome: GradingOutcome) -> None:
        """Add an outcome."""
        self._outcomes.append(outcome)

    @property
    def seconds_left(self) -> float | None:
        """How long to wait for further outcomes; None, for as long as it takes, if there is none yet."""
        if not self._outcomes:
            return None
        return 0.0 if len(self._outcomes) >= GROUP_SIZE else max(0.0, self._due - time.monotonic())

    def hand_on(self) -> Iterator[list[GradingOutcome]]:
        """Yield the outcomes, if there are any, and begin a new group."""
        outcomes, self._outcomes = self._outcomes, []
        if outcomes:
            yield outcomes
        self._due = time.monotonic() + GROUP_SECONDS


def _stream(executor: GradingExecutor, queue: WorkQueue) -> Generator[list[GradingOutcome], None, list[Work]]:
    """Yield results with a bounded amount of work pending; return what was lost with its process.

    This does not use `concurrent.futures.wait`: it acquires the locks of all futures for a moment, and a Ctrl-C at that
    moment would leave them locked, so that the executor could never be closed.
    """
    completed: CompletedQueue = SimpleQueue()
    pending: dict[GradingFuture, Work] = {}
    suspects: list[Work] = []
    group = OutcomeGroup()
    while True:
        while queue and not suspects and len(pending) < executor.max_pending:
            work, patience = queue.take()
            pending[_submit(executor, work, completed, patience)] = work
        if not pending:
            yield from group.hand_on()
            return suspects
        try:
            future = completed.get(timeout=group.seconds_left)
        except Empty:
            yield from group.hand_on()
            continue
        work = pending.pop(future)
        if isinstance(_failure(future), executor.worker_lost_errors):
            suspects.append(work)
        elif _is_postponed(future):
            queue.postpone(work)
        else:
            group.add(queue.outcome(future, work))
        if group.seconds_left == 0:
            yield from group.hand_on()


def _one_by_one(
    executor: GradingExecutor, suspects: Sequence[Work], queue: WorkQueue
) -> Iterator[list[GradingOutcome]]:
    for work in suspects:
        for _ in range(TRIES_ALONE):
            completed: CompletedQueue = SimpleQueue()
            _submit(executor, work, completed)
            future = completed.get()
            if not isinstance(_failure(future), executor.worker_lost_errors):
                break
        yield [queue.outcome(future, work)]


def _submit(
    executor: GradingExecutor, work: Work, completed: CompletedQueue, patience: float = math.inf
) -> GradingFuture:
    """Submit; signals that arrive meanwhile are deferred until all locks are released."""
    with defer_interrupts() if executor.completes_in_thread else contextlib.nullcontext():
        future = executor.submit(work, patience)
        future.add_done_callback(completed.put)
    return future


def _is_postponed(future: GradingFuture) -> bool:
    return _failure(future) is None and isinstance(future.result(), Postponed)


def _failure(future: GradingFuture) -> BaseException | None:
    return CancelledError("its executor was closed") if future.cancelled() else future.exception()
