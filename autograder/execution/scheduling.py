"""Sends submissions to an executor and yields the results in the order in which they are ready, also in groups."""

import contextlib
import itertools
import math
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from queue import Empty, SimpleQueue
from typing import Protocol

from autograder.execution.interrupts import defer_interrupts
from autograder.intake.submission import Submission
from autograder.results.model import GradingFailure, Result

GradingOutcome = Result | GradingFailure
CompletedQueue = SimpleQueue["Future[GradingOutcome]"]  # futures in the order in which they are completed
GROUP_SIZE = 32
GROUP_SECONDS = 0.05


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

    def submit(self, submission: Submission) -> "Future[GradingOutcome]":
        """Start grading a submission; processes that were lost are replaced first."""

    def close(self, *, at_once: bool = False) -> None:
        """End all processes; `at_once`: without waiting for submissions that are being graded."""


def grade_class(executor: GradingExecutor, submissions: Sequence[Submission]) -> Generator[GradingOutcome, None, None]:
    """Yield each result of `grade_in_groups`."""
    with contextlib.closing(grade_in_groups(executor, submissions)) as groups:
        for group in groups:
            yield from group


def grade_in_groups(
    executor: GradingExecutor, submissions: Sequence[Submission]
) -> Generator[list[GradingOutcome], None, None]:
    """Yield the results that are ready as `OutcomeGroup` says, and close the executor at the end, whatever happens.

    Submissions that were pending when a process was lost (killed for its memory use, say) are graded again one by one,
    so that only a submission that loses its process a second time is not graded.
    """
    remaining = iter(submissions)
    finished = False
    try:
        while suspects := (yield from _stream(executor, remaining)):
            yield from _one_by_one(executor, suspects)
        finished = True
    finally:
        with defer_interrupts():
            executor.close(at_once=not finished)


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


def _stream(
    executor: GradingExecutor, remaining: Iterator[Submission]
) -> Generator[list[GradingOutcome], None, list[Submission]]:
    """Yield results with a bounded number of submissions pending; return those that were lost with their process.

    This does not use `concurrent.futures.wait`: it acquires the locks of all futures for a moment, and a Ctrl-C at that
    moment would leave them locked, so that the executor could never be closed.
    """
    completed: CompletedQueue = SimpleQueue()
    pending: dict[Future[GradingOutcome], Submission] = {}
    suspects: list[Submission] = []
    group = OutcomeGroup()
    while True:
        fresh = [] if suspects else itertools.islice(remaining, max(0, executor.max_pending - len(pending)))
        for submission in fresh:
            pending[_submit(executor, submission, completed)] = submission
        if not pending:
            yield from group.hand_on()
            return suspects
        try:
            future = completed.get(timeout=group.seconds_left)
        except Empty:
            yield from group.hand_on()
            continue
        submission = pending.pop(future)
        if isinstance(_failure(future), executor.worker_lost_errors):
            suspects.append(submission)
        else:
            group.add(_outcome(future, submission))
        if group.seconds_left == 0:
            yield from group.hand_on()


def _one_by_one(executor: GradingExecutor, suspects: Sequence[Submission]) -> Iterator[list[GradingOutcome]]:
    for submission in suspects:
        completed: CompletedQueue = SimpleQueue()
        _submit(executor, submission, completed)
        yield [_outcome(completed.get(), submission)]


def _submit(executor: GradingExecutor, submission: Submission, completed: CompletedQueue) -> "Future[GradingOutcome]":
    """Submit; signals that arrive meanwhile are deferred until all locks are released."""
    with defer_interrupts() if executor.completes_in_thread else contextlib.nullcontext():
        future = executor.submit(submission)
        future.add_done_callback(completed.put)
    return future


def _outcome(future: "Future[GradingOutcome]", submission: Submission) -> GradingOutcome:
    error = _failure(future)
    if error is None:
        return future.result()
    return GradingFailure(submission.student, submission.assignment, f"{type(error).__name__}: {error}")


def _failure(future: "Future[GradingOutcome]") -> BaseException | None:
    return CancelledError("its executor was closed") if future.cancelled() else future.exception()
