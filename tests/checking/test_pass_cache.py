"""What was judged right is known again by its bytes; nothing else is taken for it."""

from collections.abc import Callable, Sequence

import pytest
import torch

from autograder.checking.recording import RecordedExample
from autograder.checking.runner import Finding, PassCache, run_checks
from autograder.course import Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.sandbox.guest import wire
from autograder.sandbox.host.client import SandboxClient, SubmissionFiles
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, select_level
from autograder.sandbox.host.target import CallRequest, CallResponse, LazyResponse, NoResponse

RIGHT = b"def row_sums(x):\n    return x.sum(-1)\n"
ANOTHER_WAY = b"import torch\n\ndef row_sums(x):\n    total = torch.sum(x, dim=-1)\n    return total\n"
WRONG = b"def row_sums(x):\n    return x.sum(-1) if len(x) < 4 else x.sum(-1) * 2\n"


class Listening(SandboxClient):
    """Keeps what was answered."""

    def ask(self, requests: Sequence[CallRequest]) -> list[CallResponse | NoResponse]:
        answers = super().ask(requests)
        self.answers = [*getattr(self, "answers", []), *answers]
        return answers


Grade = Callable[[bytes, PassCache], tuple[list[Finding], list[LazyResponse]]]


@pytest.fixture
def grade(
    fork_servers: Callable[[Level], ForkServer], limits: Limits, recorded_checks: Callable[[str], RecordedChecks]
) -> Grade:
    """The findings about a warm-up, and the answers that they rest on."""
    (checks,) = recorded_checks("00_warmup").values()

    def graded(source: bytes, passed: PassCache) -> tuple[list[Finding], list[LazyResponse]]:
        material = SubmissionFiles({"warmup.py": source}, "warmup.py")
        with Listening(fork_servers(select_level(None)), material, limits, passed) as session:
            return run_checks(checks, session, pass_cache=passed), session.answers

    return graded


def closed(answers: Sequence[LazyResponse]) -> list[bool]:
    return [answer._content is None for answer in answers]


def test_right_answers_are_opened_the_first_time_only(grade: Grade) -> None:
    passed = PassCache()
    first, answers = grade(RIGHT, passed)
    assert not any(closed(answers))
    again, answers = grade(ANOTHER_WAY, passed)
    assert all(closed(answers))
    assert again == first


def test_wrong_answers_are_opened_every_time_and_right_ones_beside_them_are_not(grade: Grade) -> None:
    passed = PassCache()
    alone, _ = grade(WRONG, PassCache())
    assert {finding.outcome for finding in alone} == {"right", "wrong values"}
    for _ in range(2):
        grade(RIGHT, passed)
        found, answers = grade(WRONG, passed)
        assert [(item.outcome, item.counterexample) for item in found] == [
            (item.outcome, item.counterexample) for item in alone
        ]
        assert set(closed(answers)) == {True, False}


def sealed(value: object) -> LazyResponse:
    return LazyResponse(*wire.split_frame(wire.encode(value)))


ANSWER = {"calls": [{"value": torch.tensor([0.0, 1.0])}], "printed": "a"}
OTHERS = [
    {"calls": [{"value": torch.tensor([-0.0, 1.0])}], "printed": "a"},
    {"calls": [{"value": torch.tensor([0.0, 1.0], dtype=torch.float64)}], "printed": "a"},
    {"calls": [{"value": torch.tensor([[0.0, 1.0]])}], "printed": "a"},
    {"calls": [{"value": torch.tensor([0.0, 1.0])}], "printed": ""},
]


@pytest.mark.parametrize("other", OTHERS, ids=["minus zero", "float64", "another shape", "nothing printed"])
def test_an_answer_that_differs_in_any_way_is_another_one(other: object) -> None:
    passed, case = PassCache(), RecordedExample({})
    passed.add(case, [sealed(ANSWER)])
    assert passed.has_passed(case, [sealed(ANSWER)])
    assert not passed.has_passed(case, [sealed(other)])


def test_answers_pass_together_in_their_order_for_their_case_alone() -> None:
    passed, case = PassCache(), RecordedExample({})
    one, other = sealed(ANSWER), sealed(OTHERS[0])
    passed.add(case, [one, other])
    assert passed.has_passed(case, [one, other])
    assert not passed.has_passed(case, [other, one])
    assert not passed.has_passed(case, [one])
    assert not passed.has_passed(case, [one, NoResponse("crashed", "")])
    assert not passed.has_passed(RecordedExample({}), [one, other])


def test_what_was_asked_without_a_sandbox_is_never_in_the_cache() -> None:
    passed, case = PassCache(), RecordedExample({})
    passed.add(case, [ANSWER])
    assert not passed.has_passed(case, [ANSWER])


def test_a_large_class_makes_it_forget() -> None:
    passed, case = PassCache(most=4), RecordedExample({})
    answers = [sealed({"calls": [number]}) for number in range(3)]
    for answer in answers:
        passed.add(case, [answer])
    assert [passed.has_passed(case, [answer]) for answer in answers] == [False, False, True]


def test_many_pairs_of_a_few_answers_are_forgotten_too() -> None:
    passed, case = PassCache(most=100), RecordedExample({})
    answers = [sealed({"calls": [number]}) for number in range(20)]
    for one in answers:
        for other in answers:
            passed.add(case, [one, other])
    assert len(passed._passed[case]) <= 100


def test_the_cases_of_one_student_go_with_them() -> None:
    passed = PassCache()
    passed.add(RecordedExample({}), [sealed(ANSWER)])
    assert not len(passed._passed)
