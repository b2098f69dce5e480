"""Results are stored in groups: nothing waits long for the disk, and what was reported survives `kill -9`."""

import math
import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import chain

import pytest

from autograder.execution import scheduling
from autograder.execution.scheduling import GROUP_SIZE, GradingFuture, GradingOutcome, grade_in_groups
from autograder.intake.submission import Submission
from autograder.results.model import GradingFailure
from autograder.results.store import STORE_DIR, Store
from tests.helpers.kills import counts, undisturbed
from tests.helpers.term import Term

CLASS = [Submission(f"s{number}", "00_warmup", {}) for number in range(100)]
KILLS = 20


def outcome(submission: Submission) -> GradingOutcome:
    return GradingFailure(submission.student, submission.assignment, "a test")


class AtOnce:
    """Grades at once, in this process."""

    processes = max_pending = 1
    completes_in_thread = False
    worker_lost_errors: tuple[type[BaseException], ...] = ()

    def submit(self, submission: Submission, patience: float = math.inf) -> GradingFuture:
        future: GradingFuture = Future()
        future.set_result(outcome(submission))
        return future

    def close(self, *, at_once: bool = False) -> None:
        """Nothing runs."""


class InThreads(AtOnce):
    """Grades in threads; the student s2 takes until `go_on` is set."""

    processes = max_pending = 3
    completes_in_thread = True

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self._pool = ThreadPoolExecutor(self.processes)

    def submit(self, submission: Submission, patience: float = math.inf) -> GradingFuture:
        return self._pool.submit(self._grade, submission)

    def _grade(self, submission: Submission) -> GradingOutcome:
        if submission.student == "s2":
            assert self.go_on.wait(10)
        return outcome(submission)

    def close(self, *, at_once: bool = False) -> None:
        self._pool.shutdown()


def students(groups: Iterator[list[GradingOutcome]]) -> list[str]:
    return [item.student for item in chain.from_iterable(groups)]


def test_results_that_come_fast_are_handed_on_32_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "GROUP_SECONDS", 1000.0)
    groups = list(grade_in_groups(AtOnce(), CLASS))
    assert [len(group) for group in groups] == [1, GROUP_SIZE, GROUP_SIZE, GROUP_SIZE, 3]
    assert students(iter(groups)) == [item.student for item in CLASS]


def test_results_that_come_slowly_are_handed_on_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "GROUP_SECONDS", 0.0)
    assert [len(group) for group in grade_in_groups(AtOnce(), CLASS)] == [1] * len(CLASS)


def test_the_time_that_a_group_took_to_store_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(scheduling.time, "monotonic", lambda: now[0])
    sizes = []
    for group in grade_in_groups(AtOnce(), CLASS[:20]):
        sizes.append(len(group))
        now[0] += 10.0  # a slow disk
    assert sizes == [1, 19]


def test_a_result_does_not_wait_for_a_submission_that_takes_long() -> None:
    executor = InThreads()
    with closing(grade_in_groups(executor, CLASS[:3])) as groups:
        early = next(groups)
        early += next(groups) if len(early) == 1 else []
        assert sorted(item.student for item in early) == ["s0", "s1"], "while the third is still being graded"
        executor.go_on.set()
        assert students(groups) == ["s2"]


@pytest.fixture
def large(term: Term) -> Term:
    for number in range(80):
        marks = ("wrong: row_sums",) if number % 3 else ()
        term.hand_in("week1", f"s{number:02}", "00", *marks)
    return term


@pytest.mark.sandbox
def test_a_class_is_stored_in_few_transactions(large: Term, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "GROUP_SECONDS", 1000.0)
    sizes: list[int] = []
    add_all = Store.add_all

    def add(self: Store, gradings: Iterator[tuple[str, object]]) -> list[int]:
        numbers = add_all(self, gradings)
        sizes.append(len(numbers))
        return numbers

    monkeypatch.setattr(Store, "add_all", add)
    large.grade("week1")
    assert [size for size in sizes if size] == [1, 32, 32, 15]


@pytest.mark.full
@pytest.mark.sandbox
def test_what_was_reported_is_kept_when_a_run_is_killed_and_nothing_is_graded_twice(large: Term) -> None:
    large.out.mkdir()
    expected = undisturbed(large, lambda: large.run(*grading(large)))
    chance, kills, reported = random.Random(7), 0, 0
    for number in range(10 * KILLS):
        large.out = large.folder / f"out{number}"
        while kills < KILLS and (said := killed(large, chance.uniform(0, 0.4))) is not None:
            kills, reported = kills + 1, reported + len(said)
            assert set(said) <= stored(large)
            assert counts(large) <= 1
        assert large.run(*grading(large))[0] == 0
        assert dict(large.left_behind()) == expected
        assert counts(large) == 1
        if kills == KILLS:
            break
    assert kills == KILLS
    assert reported > KILLS


def grading(term: Term) -> tuple[object, ...]:
    return ("grade", term.folder / "week1", "--out", term.out, "--jobs", 1, "--json")


def killed(term: Term, seconds: float) -> list[str] | None:
    """Kill a run some time after its first report; return the students it reported, None if it ended before."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        in_child(lambda: term.run(*grading(term)), write_end)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as told:
        first = told.readline()
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        said = (first + told.read()).decode().split("\n")[:-1]
    return said if os.WIFSIGNALED(os.waitpid(child, 0)[1]) else None


def in_child(command: Callable[[], object], told: int) -> None:
    """Run a command, and write each student that it reports to a pipe at once."""

    def emit(event: str, **content: object) -> None:
        if event == "graded":
            os.write(told, f"{content['student']}\n".encode())

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("autograder.execution.progress.emit_event", emit)
            command()
    finally:
        os._exit(0)


def stored(term: Term) -> set[str]:
    with closing(sqlite3.connect(term.out / STORE_DIR / "store.db")) as store:
        return {student for (student,) in store.execute("SELECT student FROM grading")}
