"""The exercises of a file share a worker; results are those of judging each one alone, and nothing is gained by it."""

from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.diagnosis.matching import Examination
from autograder.execution.prewarm import RecordedChecks
from autograder.grading import together
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_submission
from autograder.intake.submission import Submission
from autograder.results.model import Result
from autograder.sandbox.host.client import SandboxClient
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from autograder.sandbox.host.shared_client import SharedClient
from tests.helpers.grading import GRADER, by_name, solution, without_substitute_notes

PART = "03_multihead"
READ = 1  # the worker that only parses the file, where none is shared
RIGHT = solution(PART, "multihead.py")
MERGES = b"""

def merge_heads(x):
    B, h, T, d = x.shape
    merged = x.transpose(1, 2).reshape(B, T, h * d)
    return merged if %s else merged + 1
"""
# The attack: `merge_heads` is right only in a process in which `split_heads` was called before.
KEEPS = (
    b"""

SEEN = []
split_alone = split_heads


def split_heads(x, num_heads):
    SEEN.append(True)
    return split_alone(x, num_heads)
"""
    + MERGES % b"SEEN"
)
# The same without another name for the function, so that only calls of these two could keep something.
KEEPS_IN_CALLS = (
    b"""

SEEN = []


def split_heads(x, num_heads):
    SEEN.append(True)
    B, T, C = x.shape
    return x.view(B, T, num_heads, C // num_heads).transpose(1, 2)
"""
    + MERGES % b"SEEN"
)
KEEPS_FOR_ITSELF = b"\n\nSEEN = []\n" + MERGES % b"SEEN.append(True) is None"
WRONG = MERGES % b"False"
SPLITS_WRONG = b"""

def split_heads(x, num_heads):
    B, T, C = x.shape
    return x.view(B, num_heads, T, C // num_heads)
"""
PRINTS_AND_ENDS = b"""

def merge_heads(x):
    raise SystemExit(0)
"""
Grade = Callable[..., tuple[Result, int]]


@pytest.fixture
def grade(
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    recorded_checks: Callable[[str], RecordedChecks],
    monkeypatch: pytest.MonkeyPatch,
) -> Grade:
    """Grade one file; return the result and how many workers it took."""
    forks: list[ForkServer] = []
    fork = ForkServer.fork
    monkeypatch.setattr(ForkServer, "fork", lambda self: (forks.append(self), fork(self))[1])
    monkeypatch.setattr(together, "ONE_IN", 1 << 60)

    def run(
        source: bytes, *, shared: bool = True, definitions: together.RightDefinitions | None = None
    ) -> tuple[Result, int]:
        grader = ExerciseGrader(
            fork_servers(Level.LANDLOCK),
            course.limits,
            recorded_checks(PART),
            right_definitions=definitions,
            together=shared,
        )
        before = len(forks)
        submission = Submission("student", PART, {"multihead.py": source})
        return grade_submission(grader, course.assignment(PART), submission, GRADER), len(forks) - before

    return run


ADDED = {
    "right": b"",
    "wrong": WRONG,
    "ends": PRINTS_AND_ENDS,
    "keeps": KEEPS,
    "keeps in calls": KEEPS_IN_CALLS,
    "keeps for itself": KEEPS_FOR_ITSELF,
    "two wrong": SPLITS_WRONG + WRONG,
    "wrong and ends": SPLITS_WRONG + PRINTS_AND_ENDS,
    "wrong through another": SPLITS_WRONG + b"\n\ndef merge_heads(x):\n    return split_heads(x, 1)\n",
}


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
def test_results_are_those_of_judging_alone(added: bytes, grade: Grade) -> None:
    assert without_substitute_notes(grade(RIGHT + added)[0]) == without_substitute_notes(
        grade(RIGHT + added, shared=False)[0]
    )


def test_a_right_file_takes_one_worker_and_a_wrong_exercise_one_more(grade: Grade) -> None:
    assert grade(RIGHT)[1] == 1
    assert grade(RIGHT, shared=False)[1] == READ + 4
    result, workers = grade(RIGHT + WRONG)
    assert by_name(result)["merge_heads"].outcome == "wrong values"
    assert workers == 3, "together; merge_heads alone; its caller with a substitute"


def test_what_uses_no_wrong_exercise_is_not_judged_again_with_a_substitute(grade: Grade) -> None:
    assert grade(RIGHT + SPLITS_WRONG + WRONG)[1] == 4, "together; each alone; their caller with both substitutes"
    through = b"\n\nsplit = lambda x: split_heads(x, 1)\n\n\ndef merge_heads(x):\n    return split(x)\n"
    assert grade(RIGHT + SPLITS_WRONG + through)[1] == 5, "one that uses the other, if only through a lambda, both ways"


def test_without_a_rubric_only_attempts_without_substitutes_are_explained(
    grade: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    explained: list[str] = []
    monkeypatch.setattr(
        "autograder.grading.exercise.examine",
        lambda exercise, *_: (explained.append(exercise.name), Examination())[1],
    )
    through = b"\n\ndef merge_heads(x):\n    return split_heads(x, 1)\n"
    _, workers = grade(RIGHT + SPLITS_WRONG + through)
    assert workers == 5, "split_heads; merge_heads with a substitute and without; their caller with both"
    assert explained == ["split_heads", "merge_heads", "merge_heads"], "for its mistakes' names, which cost points"


def test_what_was_right_once_is_not_asked_again(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    ask = SharedClient.ask
    monkeypatch.setattr(SharedClient, "ask", lambda self, requests: (asked.append(1), ask(self, requests))[1])
    definitions = together.RightDefinitions()
    first = grade(RIGHT, definitions=definitions)
    assert len(asked) == 2 * 4, "of each exercise the first examples, then the rest"
    asked.clear()
    assert grade(b"# by somebody else\n" + RIGHT, definitions=definitions)[0].exercises == first[0].exercises
    assert asked == []
    changed = RIGHT.replace(b"transpose(1, 2)", b"permute(0, 2, 1, 3)", 1)
    assert changed != RIGHT
    assert grade(changed, definitions=definitions)[0].exercises == first[0].exercises
    assert 2 <= len(asked) < 2 * 4


def test_a_wrong_definition_is_asked_every_time(grade: Grade) -> None:
    definitions = together.RightDefinitions()
    results = [grade(RIGHT + WRONG, definitions=definitions)[0] for _ in range(2)]
    assert results[0].to_json() == results[1].to_json()
    assert without_substitute_notes(results[0]) == without_substitute_notes(grade(RIGHT + WRONG, shared=False)[0])


def test_an_alarm_drops_what_was_right(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SharedClient, "_load", SandboxClient._load)
    monkeypatch.setattr(SharedClient, "closure", lambda self, name: f"the same for {name}")
    monkeypatch.setattr(together, "ONE_IN", 1)
    definitions = together.RightDefinitions()
    grade(RIGHT + KEEPS, definitions=definitions)
    monkeypatch.setattr(together, "ONE_IN", 1 << 60)
    assert by_name(grade(RIGHT + WRONG, definitions=definitions)[0])["merge_heads"].outcome == "wrong values"


def test_definitions_are_dropped_when_there_are_too_many(recorded_checks: Callable[[str], RecordedChecks]) -> None:
    checks = recorded_checks(PART)[PART, "split_heads"]
    definitions = together.RightDefinitions(most=2)
    for closure in ("a", "b", "c", ""):
        definitions.add(checks, closure)
    assert [definitions.has(checks, closure) for closure in ("a", "b", "c", "")] == [False, False, True, False]
    assert not definitions.has(recorded_checks(PART)[PART, "merge_heads"], "c")


@pytest.mark.parametrize("keeps", [KEEPS, KEEPS_IN_CALLS])
def test_a_program_that_keeps_something_for_the_next_exercise_gains_nothing(keeps: bytes, grade: Grade) -> None:
    exercises = by_name(grade(RIGHT + keeps)[0])
    assert exercises["split_heads"].outcome == "right"
    assert exercises["merge_heads"].outcome == "wrong values"


def test_only_what_uses_a_definition_that_may_keep_something_is_judged_alone(grade: Grade) -> None:
    result, workers = grade(RIGHT + KEEPS_FOR_ITSELF)
    assert {item.outcome for item in result.exercises[:4]} == {"right"}
    assert workers == 3, "together; merge_heads; its caller"


def test_what_the_reading_of_the_file_misses_is_an_alarm_if_it_is_drawn(
    grade: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedClient, "_load", SandboxClient._load)
    gained = grade(RIGHT + KEEPS)[0]
    assert by_name(gained)["merge_heads"].outcome == "right", "without reading and control, the attack would gain"
    monkeypatch.setattr(together, "ONE_IN", 1)
    result = grade(RIGHT + KEEPS)[0]
    assert by_name(result)["merge_heads"].outcome == "wrong values"
    assert [(item.kind, item.exercise) for item in result.anomalies] == [("kept state", "merge_heads")]


def test_the_control_of_honest_work_is_silent(grade: Grade, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = grade(RIGHT, shared=False)[0]
    monkeypatch.setattr(together, "ONE_IN", 1)
    result, workers = grade(RIGHT)
    assert result.to_json() == alone.to_json()
    assert workers == 1 + 4


CALLS_THE_LIBRARY = b"""

class MultiHeadAttention(MultiHeadAttention):
    def forward(self, x):
        nn.functional.scaled_dot_product_attention(x, x, x)
        return super().forward(x)
"""


def test_the_library_may_be_called_where_no_rule_forbids_it(grade: Grade) -> None:
    assert b"scaled_dot_product_attention" in RIGHT, "the head that the file gives calls it"
    result, workers = grade(RIGHT + CALLS_THE_LIBRARY)
    assert [item.outcome for item in result.exercises[:4]] == ["right", "right", "right", "not allowed"]
    assert workers == 2


def test_what_is_drawn_depends_on_the_submission_and_on_hidden_requests(
    recorded_checks: Callable[[str], RecordedChecks],
) -> None:
    checks = recorded_checks(PART)[PART, "split_heads"]
    drawn = [together.is_drawn(checks, {"a.py": b"%d" % number}) for number in range(2000)]
    assert 10 < sum(drawn) < 90
    assert drawn == [together.is_drawn(checks, {"a.py": b"%d" % number}) for number in range(2000)]
    others = recorded_checks(PART)[PART, "merge_heads"]
    assert drawn != [together.is_drawn(others, {"a.py": b"%d" % number}) for number in range(2000)]
