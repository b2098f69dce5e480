"""Sends submissions to an executor and yields the results in the order in which they are ready."""

import contextlib
import itertools
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from queue import SimpleQueue
from typing import Protocol

from autograder.execution.interrupts import defer_interrupts
from autograder.intake.submission import Submission
from autograder.results.model import GradingFailure, Result

GradingOutcome = Result | GradingFailure
CompletedQueue = SimpleQueue["Future[GradingOutcome]"]  # futures in the order in which they are completed


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
    """Yield each result when it is ready, and close the executor at the end, even after an exception.

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


def _stream(
    executor: GradingExecutor, remaining: Iterator[Submission]
) -> Generator[GradingOutcome, None, list[Submission]]:
    """Yield results with a bounded number of submissions pending; return those that were lost with their process.

    This does not use `concurrent.futures.wait`: it acquires the locks of all futures for a moment, and a Ctrl-C at that
    moment would leave them locked, so that the executor could never be closed.
    """
    completed: CompletedQueue = SimpleQueue()
    pending: dict[Future[GradingOutcome], Submission] = {}
    suspects: list[Submission] = []
    while True:
        fresh = [] if suspects else itertools.islice(remaining, max(0, executor.max_pending - len(pending)))
        for submission in fresh:
            pending[_submit(executor, submission, completed)] = submission
        if not pending:
            return suspects
        future = completed.get()
        submission = pending.pop(future)
        if isinstance(_failure(future), executor.worker_lost_errors):
            suspects.append(submission)
        else:
            yield _outcome(future, submission)


def _one_by_one(executor: GradingExecutor, suspects: Sequence[Submission]) -> Iterator[GradingOutcome]:
    for submission in suspects:
        completed: CompletedQueue = SimpleQueue()
        _submit(executor, submission, completed)
        yield _outcome(completed.get(), submission)


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
