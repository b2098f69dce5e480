"""A program that calls the right definition put in place of a wrong callee tells next to nothing of it.

Each program in `attacks/leaks` has a wrong `n_params_causal`, and lets its `n_visible_pairs` say by some route what the
definition in its place answers. It is graded several times, each time with another answer there: what differs in the
results is what somebody who hands it in could learn. That is more where the points of checks are shown, and then it is
nothing but these points and the names of mistakes.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from autograder.course import Assignment, Course, Limits, Visibility
from autograder.execution.prewarm import RecordedChecks
from autograder.grading import submission as grading
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.substitutes import allowed_for, substitute_source
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
Points = Callable[[bytes, tuple[str, ...]], dict[str, float]]
WHOLE, POINTS = Visibility(substituted="whole"), Visibility()

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def hasty(course: Course) -> Limits:
    """Time is one of the routes."""
    return dataclasses.replace(
        course.limits, seconds_per_exercise=2.0, seconds_per_submission=1.5, seconds_kept=0.5, seconds_per_request=1.0
    )


@pytest.fixture(params=[WHOLE])
def graded(
    request: pytest.FixtureRequest,
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
        return json_text(grading.grade_submission(grader, few, submission, GRADER, request.param).to_json())

    return grade


def _only(assignment: Assignment, names: Sequence[str]) -> Assignment:
    own = {exercise.name: exercise for exercise in assignment.exercises}
    return dataclasses.replace(assignment, exercises=tuple(own[name] for name in names))


@pytest.mark.parametrize("route", LEAKS, ids=lambda path: path.stem)
def test_no_route_tells_more_than_that_the_caller_is_not_right(route: Path, graded: Grade) -> None:
    """A route that works tells something every time; a busy machine, which ends some calls by time, does not."""
    results = ({graded(route.read_bytes(), secret) for secret in SECRETS} for attempt in range(3))
    assert any(len(told) == 1 for told in results)


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


SHOWN = ("score", "outcome", "message", "diagnosis", "note")  # of an exercise or a check, in this mode


def _without_points(result: str) -> object:
    def plain(node: object) -> object:
        if isinstance(node, dict):
            return {name: plain(value) for name, value in node.items() if name not in SHOWN}
        return [plain(item) for item in node] if isinstance(node, list) else node

    return plain(json.loads(result))


@pytest.mark.parametrize("graded", [POINTS], indirect=True)
@pytest.mark.parametrize("source", [ALL_OR_NOTHING, THREE, LEAKS[-1].read_bytes()])
def test_where_points_are_shown_nothing_else_is(source: bytes, graded: Grade) -> None:
    results = [graded(source, secret) for secret in SECRETS]
    seen: dict[str, set[str]] = {}
    for text in results:
        exercise = json.loads(text)["exercises"][1]
        checks = exercise["checks"]
        seen.setdefault(exercise["note"], set()).add(json_text(_without_points(text)))  # type: ignore[arg-type]
        secret = (check for check in checks if "replaced by a correct definition" in check["message"])
        assert all((item["outcome"], item["evidence"], item["snippet"]) == ("wrong values", {}, "") for item in secret)
    assert all(len(texts) == 1 for texts in seen.values())


def test_nobody_is_judged_with_a_substitute_that_brings_along_what_is_judged(course: Course) -> None:
    for part in course:
        for file in part.files:
            exercises = part.of_file(file)
            sources = {item.name: substitute_source(item) or "" for item in exercises}
            for place, exercise in enumerate(exercises):
                allowed = allowed_for(exercise, sources, exercises)
                assert allowed.keys() <= {item.name for item in exercises[:place]}
                definition = re.compile(rf"^(?:class|def) {exercise.name}\b", re.MULTILINE)
                brought = [name for name, source in allowed.items() if definition.search(source)]
                assert not brought, f"{exercise.name} would be judged with {brought}"


ONLY_OTHERS = b"""

def LayerNorm(d_model, eps=1e-5):
    return TinyGPT(3, d_model, 1, 4, 1, 4).norm

class TinyGPT(nn.Module):
    def __init__(self, *sizes):
        raise NotImplementedError
"""


def test_who_takes_a_part_out_of_what_is_not_written_gets_nothing(points: Points) -> None:
    assert points(ONLY_OTHERS, ("LayerNorm", "TinyGPT"))["LayerNorm"] == 0


TWO_SLIPS = b"""

class LayerNorm(LayerNorm):
    def forward(self, x):
        return super().forward(x) * 2

class FeedForward(FeedForward):
    def forward(self, x):
        return self.down(torch.relu(self.up(x)))

class TransformerBlock(TransformerBlock):
    def forward(self, x):
        h = x + self.attention(self.norm_1(x))
        return h + self.feed_forward(self.norm_1(h))
"""


def test_a_caller_with_a_mistake_of_its_own_pays_for_that_one_alone(points: Points) -> None:
    names = ("LayerNorm", "FeedForward", "TransformerBlock")
    alone = TWO_SLIPS[TWO_SLIPS.index(b"class TransformerBlock") :]
    assert points(TWO_SLIPS, names)["TransformerBlock"] == points(alone, names)["TransformerBlock"] > 0


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
def points(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
) -> Points:
    """The points of exercises of the language model."""
    part, file = "06_language_model", "language_model.py"
    grader = ExerciseGrader(
        fork_servers(select_level(None)), course.limits, recorded_checks(part), rubric=course.rubric
    )

    def of(own: bytes, names: tuple[str, ...]) -> dict[str, float]:
        few = _only(course.assignment(part), names)
        submission = Submission("student", part, {file: solution(part, file) + own})
        results = grading.grade_submission(grader, few, submission, GRADER).exercises
        return {exercise.name: exercise.score for exercise in results}

    return of


@pytest.fixture
def scores(points: Points, course: Course) -> Scores:
    """Whether exercises of the language model get all of their points."""

    def full(own: bytes, names: tuple[str, ...]) -> list[bool]:
        gained = points(own, names)
        return [gained[name] == course.exercise("06_language_model", name).points for name in names]

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
