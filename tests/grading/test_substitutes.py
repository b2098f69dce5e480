"""A program that calls the right definition put in place of a wrong callee tells next to nothing of it.

Each program in `attacks/leaks` has a wrong `n_params_causal`, and lets its `n_visible_pairs` say by some route what the
definition in its place answers. It is graded several times, each time with another answer there: what differs in the
results is what somebody who hands it in could learn.
"""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from autograder.course import Assignment, Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.grading import submission as grading
from autograder.grading.exercise import ExerciseGrader
from autograder.intake.submission import Submission
from autograder.results.model import json_text
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from tests.helpers.grading import GRADER, solution
from tests.helpers.paths import TESTS

PART, FILE = "02_causal", "derivations.py"
LEAKS = sorted((TESTS / "sandbox/attacks/leaks").glob("by_*.py"))
SECRETS = (280, 281, 33, 94, 1022)  # different in each digit that a route looks at
WRONG = b"\n\ndef n_params_causal(embed_dim, head_dim):\n    return -1\n\n\n"
STAND_IN = "def n_params_causal(embed_dim, head_dim):\n    return {}\n"
Grade = Callable[[bytes, int], str]

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def hasty(course: Course) -> Limits:
    """Time is one of the routes."""
    return dataclasses.replace(
        course.limits, seconds_per_exercise=2.0, seconds_per_submission=1.5, seconds_kept=0.5, seconds_per_request=1.0
    )


@pytest.fixture
def graded(
    fork_servers: Callable[[Level], ForkServer],
    hasty: Limits,
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
    monkeypatch: pytest.MonkeyPatch,
) -> Grade:
    grader = ExerciseGrader(fork_servers(select_level(None)), hasty, recorded_checks(PART))
    few = _only(course.assignment(PART), ("n_params_causal", "n_visible_pairs", "first_row"))

    def grade(source: bytes, secret: int) -> str:
        monkeypatch.setattr(
            grading, "substitute_source", lambda exercise: STAND_IN.format(secret) if "causal" in exercise.name else ""
        )
        submission = Submission("student", PART, {FILE: solution(PART, FILE) + WRONG + source})
        return json_text(grading.grade_submission(grader, few, submission, GRADER).to_json())

    return grade


def _only(assignment: Assignment, names: Sequence[str]) -> Assignment:
    own = {exercise.name: exercise for exercise in assignment.exercises}
    return dataclasses.replace(assignment, exercises=tuple(own[name] for name in names))


@pytest.mark.parametrize("route", LEAKS, ids=lambda path: path.stem)
def test_no_route_tells_more_than_that_the_caller_is_not_right(route: Path, graded: Grade) -> None:
    results = {graded(route.read_bytes(), secret) for secret in SECRETS}
    assert len(results) == 1


ALL_OR_NOTHING = b"""
def n_visible_pairs(T):
    return T * (T + 1) // 2 if n_params_causal(10, 7) > 100 else 0
"""
THREE = b"""
def n_visible_pairs(T):
    answer = n_params_causal(10, 7)
    if isinstance(T, int):
        return T * (T + 1) // 2 if answer > 100 else answer
    return T * (T + 1) // 2 if answer > 1000 else None
"""


def test_a_caller_that_is_right_or_not_tells_one_bit(graded: Grade) -> None:
    assert len({graded(ALL_OR_NOTHING, secret) for secret in SECRETS}) == 2


def test_no_caller_tells_more_than_three_things(graded: Grade) -> None:
    assert 2 <= len({graded(THREE, secret) for secret in SECRETS}) <= 3


WRONG_NORM = b"\n\nclass LayerNorm(LayerNorm):\n    def forward(self, x):\n        return x\n"
BLOCK = """

class TransformerBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_hidden):
        super().__init__()
        self.norm_1 = {norm}(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads, causal=True)
        self.norm_2 = {norm}(d_model)
        self.feed_forward = FeedForward(d_model, d_hidden)

    def forward(self, x):
        h = x + self.attention(self.norm_1(x))
        return h + self.feed_forward(self.norm_2(h))
"""
# How a class can come to use another one before anything is called.
USES = {
    "it calls it": BLOCK.format(norm="LayerNorm"),
    "it inherits from it": "\n\nclass Norm(LayerNorm):\n    pass\n" + BLOCK.format(norm="Norm"),
    "it has another name for it": "\n\nNORMS = [LayerNorm]\n" + BLOCK.format(norm="NORMS[0]"),
    "it inherits under a condition": (
        "\n\nif True:\n    class LayerNorm(LayerNorm):\n        pass\n    class Norm(LayerNorm):\n        pass\n"
        + BLOCK.format(norm="Norm")
    ),
}
Scores = Callable[[bytes, tuple[str, ...]], list[bool]]


@pytest.fixture
def scores(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
) -> Scores:
    """Whether exercises of the language model get all of their points."""
    part, file = "06_language_model", "language_model.py"
    grader = ExerciseGrader(fork_servers(select_level(None)), course.limits, recorded_checks(part))

    def full(own: bytes, names: tuple[str, ...]) -> list[bool]:
        few = _only(course.assignment(part), names)
        submission = Submission("student", part, {file: solution(part, file) + own})
        results = grading.grade_submission(grader, few, submission, GRADER).exercises
        return [exercise.score == exercise.max_score for exercise in results]

    return full


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_wrong_class_costs_the_class_that_uses_it_nothing(use: str, scores: Scores) -> None:
    assert scores(WRONG_NORM + use.encode(), ("LayerNorm", "TransformerBlock")) == [False, True]


def test_a_wrong_class_costs_classes_further_up_nothing(scores: Scores) -> None:
    assert scores(WRONG_NORM, ("LayerNorm", "TransformerBlock", "TinyGPT")) == [False, True, True]


def test_a_class_that_is_missing_is_there_for_those_that_inherit_from_it(scores: Scores) -> None:
    gone = "\n\ndel LayerNorm\n" + USES["it inherits from it"]
    assert scores(gone.encode(), ("LayerNorm", "TransformerBlock")) == [False, True]


def test_a_class_that_is_wrong_by_itself_gains_nothing(scores: Scores) -> None:
    wrong = BLOCK.format(norm="LayerNorm").replace("h + self.feed_forward", "self.feed_forward")
    assert scores(WRONG_NORM + wrong.encode(), ("LayerNorm", "TransformerBlock")) == [False, False]
