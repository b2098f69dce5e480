"""The class run: submissions go out to a crew, results come back in whatever order they are done."""

import contextlib
import itertools
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from queue import SimpleQueue
from typing import Protocol

from autograder.classroom.stopping import held
from autograder.intake.submission import Submission
from autograder.results.model import Result, Ungraded

Verdict = Result | Ungraded
Done = SimpleQueue["Future[Verdict]"]  # futures in the order in which they are done


class Crew(Protocol):
    """Who grades: this process, processes of this machine, or any executor."""

    @property
    def processes(self) -> int:
        """How many grade at once."""

    @property
    def under_way(self) -> int:
        """How many submissions they are given at once."""

    @property
    def threaded(self) -> bool:
        """Whether futures are fulfilled by another thread, so that no end may come while their locks are held."""

    @property
    def losses(self) -> tuple[type[BaseException], ...]:
        """What a future raises when it was the grading process that failed."""

    def submit(self, submission: Submission) -> "Future[Verdict]":
        """Hand a submission over; what was lost before is replaced."""

    def close(self, *, at_once: bool = False) -> None:
        """End all processes; `at_once`: without waiting for what is under way."""


def grade_class(crew: Crew, submissions: Sequence[Submission]) -> Generator[Verdict, None, None]:
    """Yield each result when it is there; the crew is closed at the end, however the end comes.

    Submissions that were under way when a process was lost (killed for its memory, say) are graded again one by one,
    so that only who loses a process again stays ungraded.
    """
    todo = iter(submissions)
    finished = False
    try:
        while suspects := (yield from _stream(crew, todo)):
            yield from _one_by_one(crew, suspects)
        finished = True
    finally:
        with held():
            crew.close(at_once=not finished)


def _stream(crew: Crew, todo: Iterator[Submission]) -> Generator[Verdict, None, list[Submission]]:
    """Results as they come, with a bounded number under way; returns those that were lost with their process.

    Not by `concurrent.futures.wait`: it holds the locks of all futures for a moment, and a Ctrl-C at that moment leaves
    them locked, so that the executor could never be closed.
    """
    done: Done = SimpleQueue()
    waiting: dict[Future[Verdict], Submission] = {}
    suspects: list[Submission] = []
    while True:
        fresh = [] if suspects else itertools.islice(todo, max(0, crew.under_way - len(waiting)))
        for submission in fresh:
            waiting[_submitted(crew, submission, done)] = submission
        if not waiting:
            return suspects
        future = done.get()
        submission = waiting.pop(future)
        if isinstance(_failure(future), crew.losses):
            suspects.append(submission)
        else:
            yield _outcome(future, submission)


def _one_by_one(crew: Crew, suspects: Sequence[Submission]) -> Iterator[Verdict]:
    for submission in suspects:
        done: Done = SimpleQueue()
        _submitted(crew, submission, done)
        yield _outcome(done.get(), submission)


def _submitted(crew: Crew, submission: Submission, done: Done) -> "Future[Verdict]":
    """Hand over; an end that is asked for meanwhile comes when all locks are free."""
    with held() if crew.threaded else contextlib.nullcontext():
        future = crew.submit(submission)
        future.add_done_callback(done.put)
    return future


def _outcome(future: "Future[Verdict]", submission: Submission) -> Verdict:
    error = _failure(future)
    if error is None:
        return future.result()
    told = f"{type(error).__name__}: {error}"
    return Ungraded(submission.student, submission.assignment, told)


def _failure(future: "Future[Verdict]") -> BaseException | None:
    return CancelledError("its executor was closed") if future.cancelled() else future.exception()
