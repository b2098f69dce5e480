"""What of a failed check's evidence stands in a result: small matrices, and code that repeats the call."""

import json
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.checking.assertions import FLOAT32, assert_plain, assert_tensor
from autograder.checking.failures import CheckFailedError
from autograder.checking.registry import CheckInfo
from autograder.checking.runner import Finding
from autograder.course import Course, CourseError, Exercise, Visibility, load_course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import Attempt, ExerciseGrader
from autograder.grading.matrices import matrices
from autograder.grading.scoring import score_exercise
from autograder.grading.snippet import literal, snippet
from autograder.grading.submission import grade_file
from autograder.results.model import CheckResult, json_text
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level
from tests.helpers.grading import solution

OPEN_BOOK = Visibility(show_expected=True)
CLOSED_BOOK = Visibility()


def failure_from_exception(got: torch.Tensor, expected: torch.Tensor) -> CheckFailedError:
    with pytest.raises(CheckFailedError) as caught:
        assert_tensor(got, expected, FLOAT32, called="f(x)")
    return caught.value


def test_numbers_are_rounded_and_in_words_where_they_are_none() -> None:
    got = torch.tensor([[1.0, 0.123456, -0.0], [float("nan"), float("-inf"), 123456.0]])
    found = matrices(failure_from_exception(got, torch.zeros(2, 3)), Visibility())
    assert found["got"] == [[1, 0.1235, 0], ["nan", "-inf", 123500.0]]
    assert json.loads(json_text(found)) == found


def test_the_first_matrix_that_is_wrong_stands_for_all() -> None:
    expected = torch.zeros(2, 3, 2, 2)
    got = expected.clone()
    got[1, 2, 0, 1] = 5
    assert matrices(failure_from_exception(got, expected), Visibility()) == {
        "place": [1, 2],
        "got": [[0, 5], [0, 0]],
        "wrong": [[False, True], [False, False]],
    }


def test_a_matrix_that_hardly_shows_the_mistake_gives_way_to_the_most_wrong_one() -> None:
    got = torch.zeros(3, 2, 2)
    got[0, 0, 0], got[1, 1, 1], got[2, 0, 1] = 0.01, 0.1, 0.7
    assert matrices(failure_from_exception(got, torch.zeros(3, 2, 2)), OPEN_BOOK)["place"] == [2]
    assert matrices(failure_from_exception(got[2:], torch.zeros(1, 2, 2)), OPEN_BOOK)["place"] == [], "the only one"
    got[0, 0, 0] = 0.3
    assert matrices(failure_from_exception(got, torch.zeros(3, 2, 2)), OPEN_BOOK)["place"] == [0]


def test_expected_numbers_need_the_courses_consent() -> None:
    verdict = failure_from_exception(torch.tensor([[1.0, 2.0]]), torch.tensor([[1.00001, 7.0]]))
    assert "7" not in json_text(matrices(verdict, Visibility()))
    found = matrices(verdict, OPEN_BOOK)
    assert found["expected"] == [[1, 7]]
    assert found["difference"] == [[0, -5]]


@pytest.mark.parametrize("shape", [(9, 2), (2, 9), (3, 9, 9), (9,), ()])
def test_what_is_no_small_matrix_is_not_drawn(shape: tuple[int, ...]) -> None:
    assert matrices(failure_from_exception(torch.ones(shape), torch.zeros(shape)), OPEN_BOOK) == {}


def test_a_wrong_shape_is_not_drawn() -> None:
    assert matrices(failure_from_exception(torch.ones(2, 3), torch.zeros(3, 2)), OPEN_BOOK) == {}


GIVEN: list[Any] = [
    torch.tensor([[0.1, -1e-30], [float("inf"), 3e7]]),
    torch.tensor([[[0.1]], [[0.7]]], dtype=torch.float64),
    torch.tensor([0.1, 2.5], dtype=torch.bfloat16),
    torch.tensor([True, False]),
    torch.tensor([1, 2]),
    torch.tensor(0.3),
    torch.empty(0, 2),
    torch.float64,
    [1, (2,), {"a": 0.5, "quote's": None}],
    float("nan"),
]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (torch.eye(3), "torch.eye(3)"),
        (2 * torch.eye(2, 3), "2.0 * torch.eye(2, 3)"),
        (torch.eye(3)[None], "torch.eye(3)[None]"),
        (0.5 * torch.eye(3)[None], "(0.5 * torch.eye(3))[None]"),
        (torch.zeros(100), "torch.zeros(100)"),
        (torch.ones(2, 3), "torch.ones(2, 3)"),
        (torch.eye(2)[None].repeat(2, 1, 1), None),
        (-torch.zeros(4), None),
        (torch.eye(3, dtype=torch.float64), None),
        (torch.eye(3).requires_grad_(), None),
        (torch.eye(3).flip(0), None),
    ],
)
def test_identities_zeros_and_ones_are_written_briefly(value: torch.Tensor, code: str | None) -> None:
    written = literal(value)
    assert written == code or (code is None and written.startswith("torch.tensor("))
    made = eval(written, {"torch": torch})
    assert torch.equal(made, value)
    assert torch.equal(made.signbit(), value.signbit())


def test_the_code_makes_the_very_values_that_the_check_gave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = snippet({"target": "keep", "calls": [{"args": GIVEN, "named": {}}]}, "mine.py")
    (tmp_path / "mine.py").write_text("def keep(*given):\n    return list(given)\n")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "call.py").write_text(code)
    made = runpy.run_path(str(tmp_path / "call.py"))["result"]
    for one, given in zip(made, GIVEN, strict=True):
        if isinstance(given, torch.Tensor):
            assert torch.equal(one, given)
            assert one.dtype == given.dtype
        else:
            assert repr(one) == repr(given)


LAYER = """
import torch

class Scale(torch.nn.Module):
    def __init__(self, n, bias):
        super().__init__()
        self.inner = torch.nn.Linear(n, n, bias)

    def forward(self, x):
        return self.inner(x)
"""


def test_the_code_sets_weights_and_shows_gradients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    request = {
        "target": "Scale",
        "init": [2],
        "init_named": {"bias": False},
        "weights": {"inner.weight": torch.tensor([[2.0, 0.0], [0.0, 3.0]])},
        "dtype": torch.float64,
        "training": False,
        "calls": [{"args": [], "named": {"x": torch.tensor([[1.0, 1.0]], dtype=torch.float64, requires_grad=True)}}],
        "cotangents": [torch.tensor([[1.0, 10.0]], dtype=torch.float64)],
    }
    (tmp_path / "layers.py").write_text(LAYER)
    (tmp_path / "call.py").write_text(snippet(request, "layers.py"))
    monkeypatch.syspath_prepend(tmp_path)
    runpy.run_path(str(tmp_path / "call.py"))
    printed = capsys.readouterr().out
    assert "tensor([[2., 3.]]" in printed
    assert "tensor([[ 2., 30.]], dtype=torch.float64)" in printed
    assert "inner.weight" in printed


@pytest.mark.parametrize("argument", [torch.arange(65.0), {"$": "model", "kind": "affine", "weights": {}}])
def test_what_is_long_or_needs_more_than_an_expression_gives_no_code(argument: Any) -> None:
    assert snippet({"target": "f", "calls": [{"args": [argument], "named": {}}]}, "f.py") == ""


WRONG = b"\n\ndef masked_softmax(scores, d_k):\n    return torch.softmax(scores, -1)\n"


@pytest.fixture(scope="module")
def judged(
    fork_servers: Callable[[Level], ForkServer], course: Course, recorded_checks: Callable[[str], RecordedChecks]
) -> list[Attempt]:
    """The attempts at a masked_softmax that neither masks nor scales."""
    fork_server = fork_servers(Level.LANDLOCK)
    grader = ExerciseGrader(fork_server, fork_server.limits, recorded_checks("02_causal"))
    own = course.exercise("02_causal", "masked_softmax")
    return grade_file(grader, [own], {"causal.py": solution("02_causal", "causal.py") + WRONG})["masked_softmax"]


@pytest.fixture
def exercise(course: Course) -> Exercise:
    return course.exercise("02_causal", "masked_softmax")


def test_a_wrong_answer_is_shown_with_its_call(judged: list[Attempt], exercise: Exercise) -> None:
    checks = score_exercise(exercise, judged).to_json()["checks"]
    by_id = {check["id"]: check for check in checks}
    values, scale = by_id["masked_softmax.values"], by_id["masked_softmax.scale"]
    assert values["evidence"].keys() == {"place", "got", "wrong"}
    assert len(values["evidence"]["got"]) == 7
    assert "from causal import masked_softmax" in scale["snippet"]
    hidden = [check["evidence"] for check in checks if not check["counterexample"]]
    hidden.remove(by_id["masked_softmax.printed"]["evidence"])
    assert "expected" not in json_text({"all": hidden})
    assert by_id["masked_softmax.printed"]["evidence"]["expected"], "sources print them"
    assert by_id["masked_softmax.leading"]["evidence"]["expected"], "four numbers, worked out by hand"


def test_the_course_decides_what_is_shown(judged: list[Attempt], exercise: Exercise) -> None:
    (first, *_) = score_exercise(exercise, judged, OPEN_BOOK).checks
    assert first.evidence.keys() == {"place", "got", "wrong", "expected", "difference"}
    closed = score_exercise(exercise, judged, Visibility(show_example=False))
    assert {check.snippet for check in closed.checks} == {""}
    assert all(check.counterexample == {} for check in closed.checks)


def test_nothing_of_a_worker_that_held_an_answer_is_shown(judged: list[Attempt], exercise: Exercise) -> None:
    findings = judged[0].findings
    told = replace(judged[0], replaced=("causal_mask",), findings=(with_verdict(findings[0], None), *findings[1:]))
    crash = CheckFailedError("crashed", "it crashed")
    silent = replace(judged[0], findings=tuple(with_verdict(finding, crash) for finding in findings))
    for attempts in ([told], [silent, told]):
        checks = score_exercise(exercise, attempts).checks
        assert {(str(check.evidence), check.snippet) for check in checks} == {("{}", "")}


def with_verdict(finding: Finding, verdict: CheckFailedError | None) -> Finding:
    return replace(finding, failure=verdict)


def test_the_course_keeps_expected_numbers_hidden() -> None:
    assert load_course().visibility == Visibility(show_expected=False, show_example=True)


@pytest.mark.parametrize(
    "line", ['show_expected = "no"', "show_example = 1", "show_all = true", "[visibility.02_causal]\nshow_all = true"]
)
def test_a_setting_that_is_none_is_refused(line: str, tmp_path: Path) -> None:
    text = (load_course().folder / "course.toml").read_text(encoding="utf-8").split("[visibility]")[0]
    (tmp_path / "course.toml").write_text(f"{text}[visibility]\n{line}\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"course\.toml: .*show_"):
        load_course(tmp_path)


def scored(name: str, failure: CheckFailedError, visibility: Visibility = CLOSED_BOOK) -> CheckResult:
    finding = Finding(CheckInfo(f"largest.{name}", "t", 2.0, "core", ""), failure, {"n": "2"})
    exercise = Exercise("01_order", "order.py", "largest", 2.0)
    return score_exercise(exercise, [Attempt((finding,), "", None, (), ())], visibility).checks[0]


def test_numbers_that_a_source_prints_are_shown_beside_the_students() -> None:
    failure = failure_from_exception(torch.ones(2, 2), torch.zeros(2, 2))
    assert scored("printed", failure).evidence["expected"] == [[0, 0], [0, 0]]


def test_numbers_of_a_small_example_are_shown_beside_the_students_where_examples_are() -> None:
    small = failure_from_exception(torch.ones(4, 4), torch.zeros(4, 4))
    assert scored("sizes", small).evidence["expected"] == torch.zeros(4, 4).tolist()
    assert "expected" not in scored("sizes", small, Visibility(show_example=False)).evidence
    larger = failure_from_exception(torch.ones(2, 3, 3), torch.zeros(2, 3, 3))
    assert "expected" not in scored("sizes", larger).evidence, "more than somebody works out by hand"


def test_the_number_of_a_small_example_is_told_where_examples_are_shown() -> None:
    with pytest.raises(CheckFailedError) as caught:
        assert_plain(15, 18, called="largest(2)")
    assert scored("sizes", caught.value).message == "largest(2) is 15, which is too small (expected 18)"
    assert scored("sizes", caught.value, Visibility(show_example=False)).message.endswith("which is too small")
