"""Honest submissions do not wait for hostile ones, and are graded as they are alone."""

import dataclasses
import math
from collections.abc import Callable, Iterable
from concurrent.futures import Future

import pytest

from autograder.course import Course
from autograder.execution import scheduling
from autograder.execution.executors import SerialExecutor
from autograder.execution.grader import GradingSetup
from autograder.execution.order import quick_first
from autograder.execution.prewarm import RecordedChecks
from autograder.execution.scheduling import GradingFuture, Postponed, grade_class
from autograder.intake.submission import Submission
from autograder.results.model import Result
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import select_level
from tests.helpers.grading import GRADER, solution

PART, FILE = "00_warmup", "warmup.py"
RIGHT = solution(PART, FILE)
HOSTILE = (  # each takes all the time that it gets
    b"import time\ntime.sleep(%d)\n",
    b"while True: pass\n",
    b"def row_sums(x):\n    import os\n    os.read(0, 1)\n    while %d: pass\n",
    b"import threading\nthreading.Event().wait(%d)\n",
    b"class Wait:\n    def __init_subclass__(cls): sum(iter(int, 1))\nclass W(Wait): pass\nopen('%d')\n",
)
LOOKS_HONEST = b"\n\nimport torch\nM = torch.ones(9, 9)\nfor _ in range(10**12):\n    M = M @ M\n"


def handed_in(sources: Iterable[bytes], name: str) -> list[Submission]:
    return [Submission(f"{name}{number:02}", PART, {FILE: source}) for number, source in enumerate(sources)]


class Watched(SerialExecutor):
    """Notes who is begun, and whom it puts aside."""

    begun: list[str]
    postponed: list[str]

    def submit(self, submission: Submission, patience: float = math.inf) -> GradingFuture:
        self.begun.append(submission.student)
        future = super().submit(submission, patience)
        if isinstance(future.result(), Postponed):
            self.postponed.append(submission.student)
        return future


@pytest.fixture
def executor(course: Course, recorded_checks: Callable[[str], RecordedChecks]) -> Callable[[], Watched]:
    """A new executor with a tenth of the time that parts have."""
    seconds = [name for name in vars(course.limits) if name.startswith("seconds")]
    short = {name: getattr(course.limits, name) / 10 for name in seconds}
    hasty = dataclasses.replace(course, limits=dataclasses.replace(course.limits, **short))
    setup = GradingSetup(hasty, select_level(None), recorded_checks(PART), GRADER)

    def new() -> Watched:
        made = Watched(setup, ForkServer(setup.level, hasty.limits))
        made.begun, made.postponed = [], []
        return made

    return new


def results(executor: Watched, submissions: list[Submission], wanted: set[str]) -> dict[str, str]:
    """Grade until there is a result of everybody who is wanted."""
    found: dict[str, str] = {}
    outcomes = grade_class(executor, submissions)
    for item in outcomes:
        assert isinstance(item, Result)
        found[item.student] = repr(item)
        if wanted <= found.keys():
            break
    outcomes.close()
    return {name: found[name] for name in wanted}


@pytest.mark.sandbox
@pytest.mark.parametrize(("bad", "good"), [(4, 2), pytest.param(40, 10, marks=pytest.mark.full)])
def test_all_honest_results_are_there_before_the_second_hostile_part_is_begun(
    bad: int, good: int, course: Course, executor: Callable[[], Watched]
) -> None:
    hostile = handed_in((RIGHT + b"\n\n" + _with_number(place) for place in range(bad)), "a")
    honest = handed_in((RIGHT + b"\n# %d\n" % place for place in range(good)), "b")
    names = {item.student for item in honest}
    watched = executor()
    together = results(watched, quick_first([*hostile, *honest], course), names)
    assert len(set(watched.begun) - names) <= 1
    assert together == results(executor(), honest, names)


def _with_number(place: int) -> bytes:
    form = HOSTILE[place % len(HOSTILE)]
    return form % (place + 10) if b"%d" in form else form


@pytest.mark.sandbox
def test_who_looks_honest_and_uses_up_time_begins_anew_when_all_others_are_graded(
    executor: Callable[[], Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduling, "PATIENCE", 0.3)
    submissions = [*handed_in([RIGHT + LOOKS_HONEST], "a"), *handed_in([RIGHT, RIGHT], "b")]
    watched = executor()
    results(watched, submissions, {"a00", "b00", "b01"})
    assert watched.postponed == ["a00"]
    assert watched.begun == ["a00", "b00", "b01", "a00"]


class Impatient:
    """Puts everybody aside who is not given all the time."""

    processes = max_pending = 1
    completes_in_thread = False
    worker_lost_errors: tuple[type[BaseException], ...] = ()

    def submit(self, submission: Submission, patience: float = math.inf) -> GradingFuture:
        future: GradingFuture = Future()
        future.set_result(Postponed() if patience < math.inf else scheduling.GradingFailure(submission.student, "", ""))
        return future

    def close(self, *, at_once: bool = False) -> None:
        """Nothing runs."""


def test_nobody_who_is_put_aside_is_lost() -> None:
    submissions = handed_in([RIGHT] * 3, "a")
    assert [item.student for item in grade_class(Impatient(), submissions)] == ["a00", "a01", "a02"]


def test_words_that_the_course_itself_uses_are_not_odd(course: Course) -> None:
    honest, hostile = Submission("b", PART, {FILE: RIGHT}), Submission("a", PART, {FILE: b"while True: pass\n"})
    assert [item.student for item in quick_first([hostile, honest], course)] == ["b", "a"]
