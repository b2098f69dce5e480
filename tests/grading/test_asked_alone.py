"""Of a result that only earlier calls make wrong, the page says so; of others nothing is said."""

import dataclasses
from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.reports.feedback_text import feedback_markdown
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.wording import EARLIER_CALLS
from tests.helpers.grading import GRADER, solution

ONE_LIST = b"""
def gradient_descent(df, x0, learning_rate, steps, path=[]):
    path.append(x0)
    for _ in range(steps):
        path.append(path[-1] - learning_rate * df(path[-1]))
    return path
"""
FIRST_RESULT = b"""
KNOWN = {}

def gradient_descent(df, x0, learning_rate, steps):
    if steps not in KNOWN:
        path = [x0]
        for _ in range(steps):
            path.append(path[-1] - learning_rate * df(path[-1]))
        KNOWN[steps] = path
    return KNOWN[steps]
"""
WRONG_FROM_THE_START = ONE_LIST.replace(b"learning_rate * df", b"learning_rate * 3 * df")
NOTHING_KEPT = WRONG_FROM_THE_START.replace(b", path=[]):", b"):\n    path = []")
SLOW_AND_RIGHT = ONE_LIST.replace(b", path=[]):", b"):\n    sum(range(6_000_000))\n    path = []")


@pytest.fixture
def traits_of(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> Callable[..., tuple[str, ...]]:
    """What is told of the wrong answers of a `gradient_descent`, on its page too; with some other limits."""

    def traits(program: bytes, **limits: float) -> tuple[str, ...]:
        part, fork_server = "05_gradient_descent", fork_servers(Level.LANDLOCK)
        grader = ExerciseGrader(fork_server, dataclasses.replace(course.limits, **limits), recorded_checks(part))
        sources = {"gradient_descent.py": solution(part, "gradient_descent.py") + program}
        result = grade_submission(grader, course.assignment(part), Submission("ada", part, sources), GRADER)
        exercise = next(item for item in result.exercises if item.name == "gradient_descent")
        own, repeats = exercise.traits, any(check.snippet for check in exercise.checks)
        assert not (EARLIER_CALLS in own and repeats), "code that repeats a call which is right by itself"
        assert (f"**{EARLIER_CALLS}.**" in feedback_markdown(result.to_json())) is (EARLIER_CALLS in own)
        return own

    return traits


@pytest.mark.parametrize("program", [ONE_LIST, FIRST_RESULT], ids=["one list for all calls", "the first for all calls"])
def test_what_earlier_calls_leave_is_told_as_the_reason(
    program: bytes, traits_of: Callable[..., tuple[str, ...]]
) -> None:
    assert traits_of(program) == (EARLIER_CALLS,)


def test_what_is_wrong_in_the_first_call_too_has_another_reason(traits_of: Callable[..., tuple[str, ...]]) -> None:
    assert EARLIER_CALLS not in traits_of(WRONG_FROM_THE_START)


def test_code_that_keeps_nothing_is_not_asked_again(
    traits_of: Callable[..., tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExerciseGrader, "is_right_alone", lambda *_: pytest.fail("asked again"))
    assert EARLIER_CALLS not in traits_of(NOTHING_KEPT)


def test_nothing_is_told_of_a_right_program_for_which_no_time_was_left(
    traits_of: Callable[..., tuple[str, ...]],
) -> None:
    assert EARLIER_CALLS not in traits_of(SLOW_AND_RIGHT, seconds_per_submission=0.3, seconds_kept=0.3)
