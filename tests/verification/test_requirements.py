"""What a course must have: edits that fit, right programs for the rubric that pass, prices of mistakes that exist."""

import dataclasses
from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.course.model import Rubric
from autograder.diagnosis import predictions
from autograder.diagnosis.predictions import model_of
from autograder.edits.step_edits import StepEdits
from autograder.execution.prewarm import RecordedChecks
from autograder.verification import requirements
from autograder.verification.requirements import program_for_the_rubric, unmet_requirements, unused_prices

RecordedOf = Callable[[str], RecordedChecks]


@pytest.mark.zoo
@pytest.mark.parametrize("part", ["00_warmup", "02_causal", "06_language_model"])
def test_the_programs_that_edits_change_pass_the_core_checks(
    part: str, course: Course, recorded_checks: RecordedOf
) -> None:
    for exercise in course.assignment(part).exercises:
        assert program_for_the_rubric(exercise, recorded_checks(part)[part, exercise.name]) == ""


def test_a_program_that_fails_is_named_with_its_checks(
    course: Course, recorded_checks: RecordedOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = (("sum", "other-than-sum/mean"),)
    judge = requirements.judge_edits
    monkeypatch.setattr(requirements, "judge_edits", lambda exercise, _, *rest: judge(exercise, wrong, *rest))
    exercise = course.exercise("00_warmup", "row_sums")
    sentence = program_for_the_rubric(exercise, recorded_checks("00_warmup")["00_warmup", "row_sums"])
    assert sentence.startswith("the rubric prices no mistake: the program of shared/steps.py fails row_sums.values")


def test_every_price_has_an_edit(course: Course) -> None:
    assert list(unused_prices(course)) == []
    priced = dataclasses.replace(course, rubric=Rubric(mistakes={"state-kept": 0.3}))
    (problem,) = unused_prices(priced)
    assert str(problem) == "course.toml: rubric.mistakes.state-kept: no exercise has an edit of this mistake"


@pytest.mark.parametrize(
    ("edits", "sentence"),
    [
        ({"sum": {"no-such-mistake": {"sum": "x"}}}, "sum.no-such-mistake: the course has no mistake of this name"),
        ({"sum": {"other-than-sum": {"product": "x"}}}, "sum.other-than-sum: no step product"),
    ],
    ids=["mistake", "step"],
)
def test_an_edit_that_does_not_fit_is_a_problem_of_its_exercise(
    edits: dict[str, dict[str, dict[str, str]]], sentence: str, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercise = course.exercise("00_warmup", "row_sums")
    model = model_of(exercise)
    assert model is not None
    edited = dataclasses.replace(model, edits=StepEdits(edits))
    monkeypatch.setattr(predictions, "model_of", lambda _: edited)
    problems = [str(problem) for problem in unmet_requirements([exercise], {})]
    assert problems == [f"00_warmup.row_sums: an edit of `shared/edits`: {sentence}"]
