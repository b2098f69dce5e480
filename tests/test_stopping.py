"""An end that is asked for comes at once, or as soon as no lock is held."""

import os
import signal
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from autograder.execution.interrupts import defer_interrupts, handle_interrupts
from autograder.execution.scheduling import GradingExecutor, GradingOutcome, grade_class
from autograder.intake.submission import Submission
from autograder.results.model import Ungraded

ADA = Submission("ada", "00_warmup", {})
ENDS = (signal.SIGINT, signal.SIGTERM)


def ask_for_the_end(*numbers: signal.Signals) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)
    time.sleep(0.01)


class Signalled:
    """A crew that is asked to end while a submission is handed over."""

    processes = under_way = 1
    losses: tuple[type[BaseException], ...] = ()

    def __init__(self, number: signal.Signals, *, threaded: bool) -> None:
        self.threaded = threaded
        self.told: list[str] = []
        self._number = number
        self._executor = ThreadPoolExecutor(1)

    def submit(self, submission: Submission) -> "Future[GradingOutcome]":
        ask_for_the_end(self._number)
        self.told.append("handed over")
        return self._executor.submit(lambda: Ungraded(submission.student, submission.assignment, "a test"))

    def close(self, *, at_once: bool = False) -> None:
        self._executor.shutdown()
        self.told.append("closed at once" if at_once else "closed")


def stopped(crew: GradingExecutor) -> None:
    with handle_interrupts(), pytest.raises(KeyboardInterrupt):
        list(grade_class(crew, [ADA, ADA]))


@pytest.mark.parametrize("number", ENDS)
def test_handing_over_is_finished_before_a_run_ends(number: signal.Signals) -> None:
    crew = Signalled(number, threaded=True)
    stopped(crew)
    assert crew.told == ["handed over", "closed at once"]


def test_where_no_thread_waits_a_run_ends_at_once() -> None:
    crew = Signalled(signal.SIGTERM, threaded=False)
    stopped(crew)
    assert crew.told == ["closed at once"]


@pytest.mark.parametrize("number", ENDS)
def test_outside_a_held_part_it_comes_at_once(number: signal.Signals) -> None:
    with handle_interrupts(), pytest.raises(KeyboardInterrupt):
        ask_for_the_end(number)


def test_a_second_time_is_ignored_and_what_was_before_comes_back() -> None:
    before = [signal.getsignal(number) for number in ENDS]
    with handle_interrupts():
        with pytest.raises(KeyboardInterrupt), defer_interrupts():
            ask_for_the_end(*ENDS)
        ask_for_the_end(signal.SIGINT)
    assert [signal.getsignal(number) for number in ENDS] == before


def test_where_nothing_is_stoppable_nothing_is_held() -> None:
    with pytest.raises(ZeroDivisionError), defer_interrupts():
        _ = 1 / 0
