"""A signal ends a run at once, or as soon as no lock is acquired."""

import math
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from autograder.execution.interrupts import defer_interrupts, handle_interrupts
from autograder.execution.scheduling import GradingExecutor, GradingFuture, grade_class
from autograder.intake.submission import Submission
from autograder.results.model import GradingFailure

ADA = Submission("ada", "00_warmup", {})
ENDS = (signal.SIGINT, signal.SIGTERM)


def send_signals(*numbers: signal.Signals) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)
    time.sleep(0.01)


class Signalled:
    """An executor that gets a signal while a submission is submitted."""

    processes = max_pending = 1
    worker_lost_errors: tuple[type[BaseException], ...] = ()

    def __init__(self, number: signal.Signals, *, in_thread: bool) -> None:
        self.completes_in_thread = in_thread
        self.events: list[str] = []
        self._number = number
        self._executor = ThreadPoolExecutor(1)

    def submit(self, submission: Submission, patience: float = math.inf) -> GradingFuture:
        send_signals(self._number)
        self.events.append("submitted")
        return self._executor.submit(lambda: GradingFailure(submission.student, submission.assignment, "a test"))

    def close(self, *, at_once: bool = False) -> None:
        self._executor.shutdown()
        self.events.append("closed at once" if at_once else "closed")


def stopped(executor: GradingExecutor) -> None:
    with handle_interrupts(), pytest.raises(KeyboardInterrupt):
        list(grade_class(executor, [ADA, ADA]))


@pytest.mark.parametrize("number", ENDS)
def test_submitting_is_finished_before_a_run_ends(number: signal.Signals) -> None:
    executor = Signalled(number, in_thread=True)
    stopped(executor)
    assert executor.events == ["submitted", "closed at once"]


def test_where_no_thread_waits_a_run_ends_at_once() -> None:
    executor = Signalled(signal.SIGTERM, in_thread=False)
    stopped(executor)
    assert executor.events == ["closed at once"]


@pytest.mark.parametrize("number", ENDS)
def test_outside_a_critical_section_a_signal_ends_the_run_at_once(number: signal.Signals) -> None:
    with handle_interrupts(), pytest.raises(KeyboardInterrupt):
        send_signals(number)


def test_a_second_time_is_ignored_and_what_was_before_comes_back() -> None:
    before = [signal.getsignal(number) for number in ENDS]
    with handle_interrupts():
        with pytest.raises(KeyboardInterrupt), defer_interrupts():
            send_signals(*ENDS)
        send_signals(signal.SIGINT)
    assert [signal.getsignal(number) for number in ENDS] == before


def test_without_the_handler_nothing_is_deferred() -> None:
    with pytest.raises(ZeroDivisionError), defer_interrupts():
        _ = 1 / 0
