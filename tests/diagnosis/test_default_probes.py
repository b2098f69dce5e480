"""What a diagnosis asks in a course that does not say it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from torch import Tensor

from autograder.checking.recording import requests_equal
from autograder.course import load_course
from autograder.course.code import CourseCode
from autograder.diagnosis import predictions
from autograder.diagnosis.default_probes import LARGEST_REQUEST, MOST, core_probes, default_plan
from autograder.diagnosis.evidence import as_value
from autograder.sandbox.host.in_process import InProcess
from tests.helpers.specified_checks import specified, target

EXERCISE = load_course().exercise("00_warmup", "row_sums")
CHECKS = """
from autograder.checking.registry import check
from autograder.checking.assertions import assert_close, assert_number
from autograder.checking.samples import sample
from autograder.checking.specs import spec
from autograder.checking.student import returned

@check("half.by_hand", "", points=0.1, hint="")
def test_by_hand(student):
    assert_number(student.half(3.0), 1.5)
    assert_number(student.half(5.0), 2.5)
    assert_number(student.half(3.0), 1.5)
    assert student.half([1.0, "a"]).value == "no number"
    student.half(sample(3_000, seed=1))
    student.definition("half").calls((sample(2, 3, seed=1),), (returned(0),))
    script = student.script()
    a = script.half(7.0)
    script.answers(a, a + 1.0)

@check("half.robust", "", points=0.1, level="robustness", hint="")
def test_robust(student):
    assert_number(student.half(9.0), 4.5)

spec("half", inputs={"x": "n"}, reference=lambda x: x / 2, without=("leading", "sizes", "gradient", "extremes"))
"""
SOLUTION = "def half(x):\n    return 'no number' if isinstance(x, list) else x / 2\n"


@pytest.fixture
def solution(tmp_path: Path) -> InProcess:
    return target(SOLUTION, tmp_path)


def test_they_are_different_small_calls_of_core_checks_with_numbers_as_results(solution: InProcess) -> None:
    requests = [probe.request for probe in core_probes(specified(CHECKS), solution)]
    given = [request["calls"][0]["args"][0] for request in requests if request["calls"]]
    assert [item for item in given if isinstance(item, float)] == [3.0, 5.0]
    tensors = [item for item in given if not isinstance(item, float)]
    assert len(tensors) > 1
    assert all(isinstance(item, Tensor) and item.numel() <= LARGEST_REQUEST for item in tensors)
    scripts = [request["wanted"] for request in requests if "script" in request]
    assert len(scripts) == 2
    assert all(len(wanted) == 1 for wanted in scripts)


def test_every_check_has_a_question_among_the_first_ones(solution: InProcess) -> None:
    checks = [check for check in specified(CHECKS) if not check.is_property and check.info.level == "core"]
    alone = [[probe.request for probe in core_probes([check], solution)] for check in checks]
    first = [requests[0] for requests in alone if requests]
    asked = [probe.request for probe in core_probes(checks, solution)][: len(first)]
    assert all(any(requests_equal(own, request) for request in asked) for own in first)
    assert len(first) > 2


def test_an_exercise_from_a_specification_has_questions_that_its_solution_answers() -> None:
    exercise = load_course().exercise("01_self_attention", "softmax")
    plan = default_plan(exercise)
    assert plan
    assert 3 <= len(plan.probes) <= MOST
    solution = InProcess(load_course().solution_file(exercise).parent, exercise.file)
    reports = solution.ask([probe.request for probe in plan.probes])
    assert all(as_value(report["calls"][-1]["value"]) for report in reports if not hasattr(report, "kind"))


def test_an_exercise_that_asks_for_an_example_has_none() -> None:
    assert default_plan(load_course().exercise("01_self_attention", "asymmetric_scores")) is None


@pytest.fixture
def without_plans(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The course says nothing about plans."""
    monkeypatch.setattr(predictions, "course_code", CourseCode)
    predictions.model_of.cache_clear()
    yield
    predictions.model_of.cache_clear()


@pytest.mark.usefixtures("without_plans")
def test_core_checks_say_what_to_ask_where_the_course_does_not() -> None:
    model, plan = predictions.model_of(EXERCISE), default_plan(EXERCISE)
    assert model
    assert plan
    asked, expected = ([probe.request for probe in item.probes] for item in (model.plan, plan))
    assert requests_equal(asked, expected)


@pytest.mark.usefixtures("without_plans")
@pytest.mark.parametrize("renamed", ["import warmup_helpers; def row_sums(", "def other_sums("])
def test_a_solution_that_cannot_be_run_alone_has_no_diagnosis(
    renamed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = load_course().solution_file(EXERCISE).read_text(encoding="utf-8")
    own = tmp_path / EXERCISE.file
    own.write_text(text.replace("def row_sums(", renamed.replace("; ", "\n\n\n")))
    monkeypatch.setattr(predictions, "program_file", lambda _: own)
    assert predictions.model_of(EXERCISE) is None
