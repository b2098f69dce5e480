"""Of a result that only earlier calls make wrong, the page says so; of others nothing is said."""

from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.determinism import EARLIER_CALLS
from autograder.reports.feedback_text import feedback_markdown
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from tests.helpers.grading import grade_sources

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


@pytest.mark.parametrize(
    ("program", "is_told"),
    [(ONE_LIST, True), (FIRST_RESULT, True), (WRONG_FROM_THE_START, False), (NOTHING_KEPT, False)],
    ids=["one list for all calls", "the first result for all calls", "wrong in the first call too", "nothing kept"],
)
def test_what_earlier_calls_leave_is_told_as_the_reason(
    program: bytes,
    is_told: bool,
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
) -> None:
    checks = recorded_checks("05_gradient_descent")
    result = grade_sources(
        fork_servers(Level.LANDLOCK), course, checks, "05_gradient_descent", gradient_descent=program
    )
    wrong = next(item for item in result.exercises if item.name == "gradient_descent")
    assert (EARLIER_CALLS in wrong.traits) is is_told
    assert (f"**{EARLIER_CALLS}.**" in feedback_markdown(result.to_json())) is is_told
