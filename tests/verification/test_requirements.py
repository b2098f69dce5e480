"""What the rubric requires of a course: right programs that pass, and prices of mistakes that exist."""

import dataclasses
from collections.abc import Callable

import pytest

from autograder.course import Course
from autograder.course.model import Rubric
from autograder.execution.prewarm import RecordedChecks
from autograder.verification import requirements
from autograder.verification.requirements import program_for_the_rubric, unused_prices

RecordedOf = Callable[[str], RecordedChecks]


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
    monkeypatch.setattr(requirements, "judge_edits", lambda exercise, _, checks: judge(exercise, wrong, checks))
    exercise = course.exercise("00_warmup", "row_sums")
    sentence = program_for_the_rubric(exercise, recorded_checks("00_warmup")["00_warmup", "row_sums"])
    assert sentence.startswith("the rubric prices no mistake: the program of shared/steps.py fails row_sums.values")


def test_every_price_has_an_edit(course: Course) -> None:
    assert list(unused_prices(course)) == []
    priced = dataclasses.replace(course, rubric=Rubric(mistakes={"state-kept": 0.3}))
    (problem,) = unused_prices(priced)
    assert str(problem) == "course.toml: rubric.mistakes.state-kept: no exercise has an edit of this mistake"
