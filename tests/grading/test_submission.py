"""One submission becomes one result: stubs, solutions, and what a single hang or crash costs."""

import tomllib
from collections.abc import Callable

import pytest

from autograder.course import Course, load_course
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from tests.helpers.grading import by_name, grade_sources, solution, stub

GetRecordedChecks = Callable[[str], RecordedChecks]
ASSIGNMENTS = [assignment.id for assignment in load_course()]


@pytest.fixture(scope="session")
def strongest(fork_servers: Callable[[Level], ForkServer]) -> ForkServer:
    return fork_servers(Level.LANDLOCK)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_stub_gets_nothing_and_is_not_attempted(
    assignment: str, strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    files = {name.removesuffix(".py"): stub(assignment, name) for name in course.assignment(assignment).files}
    result = grade_sources(strongest, course, recorded_checks(assignment), assignment, **files)
    assert result.score == 0
    assert {exercise.outcome for exercise in result.exercises} == {"not attempted"}
    assert result.anomalies == ()


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_solution_gets_every_point(
    assignment: str, fork_server: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    files = {name.removesuffix(".py"): solution(assignment, name) for name in course.assignment(assignment).files}
    result = grade_sources(fork_server, course, recorded_checks(assignment), assignment, **files)
    failed = [c for e in result.exercises for c in e.checks if c.outcome != "right"]
    assert failed == []
    assert result.score == result.max_score == course.assignment(assignment).points
    assert result.anomalies == ()


def test_the_course_is_worth_what_its_file_says(course: Course) -> None:
    data = tomllib.loads((course.folder / "course.toml").read_text(encoding="utf-8"))
    assert sum(assignment.points for assignment in course) == data["total"]


MEANS = b"def row_sums(x):\n    return x.float().mean(-1)\n"


def test_a_robustness_check_that_fails_as_the_core_did_gives_no_hint_of_its_own(
    fork_server: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    stopped = b"def row_sums(x):\n    raise ValueError\n"
    for source, expected in ((MEANS, {"wrong dtype": True}), (stopped, {"crashed": False})):
        result = grade_sources(fork_server, course, recorded_checks("00_warmup"), "00_warmup", warmup=source)
        failed = [check for check in result.exercises[0].checks if check.outcome != "right"]
        assert failed[0].hint == "", "neither a named mistake nor an exception has the hint of a check about values"
        hints = {check.outcome: bool(check.hint) for check in failed if check.level == "robustness"}
        assert hints == expected


def test_what_fails_like_a_check_with_a_named_reason_gives_no_hint_of_its_own(
    fork_server: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    columns = b"def row_sums(x):\n    return x.sum(-1, keepdim=True)\n"
    result = grade_sources(fork_server, course, recorded_checks("00_warmup"), "00_warmup", warmup=columns)
    first, *others = [check for check in result.exercises[0].checks if check.outcome == "wrong shape"]
    assert [item["name"] for item in first.diagnosis] == ["extra-dimension"]
    assert first.hint == "", "none is written for this mistake"
    assert "core" in {check.level for check in others}
    assert not any(check.hint for check in others)


HEADLESS = b"""
class SingleHeadAttention(nn.Module):
    def __init__(self, embed_dim):
        super().__init__()
        self.W_q, self.W_v = nn.Linear(embed_dim, embed_dim), nn.Linear(embed_dim, embed_dim)
        self.W_k = nn.Linear(embed_dim, embed_dim, bias=False)

    def forward(self, x):
        return attention_weights(attention_scores(self.W_q(x), self.W_k(x)), x.shape[-1]) @ self.W_v(x)
"""


def test_a_missing_parameter_is_named_and_is_no_crash(
    fork_server: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    own = solution("01_self_attention", "self_attention.py") + HEADLESS
    result = grade_sources(
        fork_server, course, recorded_checks("01_self_attention"), "01_self_attention", self_attention=own
    )
    failed = [check for check in by_name(result)["SingleHeadAttention"].checks if check.outcome != "right"]
    assert "crashed" not in {check.outcome for check in failed}
    missing = "the model that SingleHeadAttention builds has no parameter W_k.bias"
    assert any(check.message.startswith(missing) for check in failed)


LOOP = b"\n\ndef softmax(z, dim=-1):\n    while True:\n        pass\n"
EXIT = b"\n\nimport os\n\n\ndef softmax(z, dim=-1):\n    os._exit(0)\n"


@pytest.mark.parametrize(("attack", "outcome", "kind"), [(LOOP, "timed out", "timeout"), (EXIT, "crashed", "exit")])
def test_what_softmax_does_costs_softmax_alone(
    attack: bytes, outcome: str, kind: str, strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    own = solution("01_self_attention", "self_attention.py") + attack
    result = grade_sources(
        strongest, course, recorded_checks("01_self_attention"), "01_self_attention", self_attention=own
    )
    exercises = by_name(result)
    assert exercises["softmax"].outcome == outcome
    assert exercises["softmax"].score == 0
    of_file = [e for e in result.exercises if e.file == "self_attention.py"]
    assert sum(e.score for e in of_file) == 17, "the worked example of docs/explanation/grading.md"
    assert all(e.score == e.max_score for e in of_file if e.name != "softmax")
    assert {anomaly.kind for anomaly in result.anomalies} == {kind}


def test_a_caller_is_told_that_its_callee_was_replaced(
    strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    own = solution("01_self_attention", "self_attention.py") + b"\n\ndef softmax(z, dim=-1):\n    return z\n"
    result = grade_sources(
        strongest, course, recorded_checks("01_self_attention"), "01_self_attention", self_attention=own
    )
    exercises = by_name(result)
    assert exercises["softmax"].outcome == "wrong values"
    assert exercises["SelfAttention"].score == exercises["SelfAttention"].max_score


def test_beside_a_wrong_callee_the_attempt_with_the_file_as_it_is_is_reported(
    strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    wrong = b"\n\ndef split_heads(x, num_heads):\n    return x.reshape(len(x), num_heads, x.shape[1], -1)\n"
    own = solution("03_multihead", "multihead.py").replace(b"raise ValueError(", b"raise AssertionError(") + wrong
    result = grade_sources(strongest, course, recorded_checks("03_multihead"), "03_multihead", multihead=own)
    exercise = by_name(result)["MultiHeadAttention"]
    assert "library call" not in "".join(check.message for check in exercise.checks)
    assert exercise.score < exercise.max_score


def test_a_missing_file_is_not_submitted_and_the_rest_is_graded(
    strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    own = solution("02_causal", "causal.py")
    result = grade_sources(strongest, course, recorded_checks("02_causal"), "02_causal", causal=own)
    outcomes = {e.file: e.outcome for e in result.exercises}
    assert outcomes == {"causal.py": "right", "derivations.py": "not submitted"}


def test_a_file_that_does_not_parse_is_told_with_its_line(
    strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    result = grade_sources(
        strongest, course, recorded_checks("00_warmup"), "00_warmup", warmup=b"x = 1\ndef row_sums(x:\n"
    )
    (exercise,) = result.exercises
    assert exercise.outcome == "does not parse"
    assert "warmup.py, line 2" in exercise.checks[0].message


@pytest.mark.parametrize(
    "source", [b"\0", b"(" * 100_000, b"\xff\xfe\xfa", b"x" * 5_000_000, b"def row_sums(x): return \xe9"]
)
def test_odd_bytes_get_a_verdict(
    source: bytes, strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    result = grade_sources(strongest, course, recorded_checks("00_warmup"), "00_warmup", warmup=source)
    assert result.score == 0
    assert result.exercises[0].outcome in ("does not parse", "crashed", "not attempted")


PAST = b"""
class Softmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z, dim):
        place = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
        y = torch.ops.aten._softmax.default.redispatch(place, z, dim, False)
        ctx.save_for_backward(y)
        ctx.dim = dim
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return y * (g - (g * y).sum(ctx.dim, keepdim=True)), None
"""


def test_what_a_file_takes_from_another_one_is_read_too(
    strongest: ForkServer, course: Course, recorded_checks: GetRecordedChecks
) -> None:
    taken = b"\n\nfrom derivations import Softmax\n\n\ndef softmax(z, dim=-1):\n    return Softmax.apply(z, dim)\n"
    own = solution("01_self_attention", "self_attention.py") + taken
    helper = b"import torch\n" + solution("01_self_attention", "derivations.py") + PAST
    files = {"self_attention": own, "derivations": helper}
    result = grade_sources(strongest, course, recorded_checks("01_self_attention"), "01_self_attention", **files)
    outcomes = {item.name: item.outcome for item in result.exercises if item.file == "self_attention.py"}
    assert outcomes["softmax"] == "not allowed"
    assert "build_vocab" not in {name for name, outcome in outcomes.items() if outcome != "right"}
