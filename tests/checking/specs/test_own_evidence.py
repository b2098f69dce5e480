"""An exercise needs something besides its solution that says what is right."""

import pytest

from autograder.checking.specs import own_evidence
from autograder.checking.specs.own_evidence import has_own_evidence
from autograder.course import Course
from autograder.verification.requirements import evidence_beside_the_solution
from tests.checking.specs.test_registration import BY_HAND, scores


@pytest.mark.parametrize(("options", "more", "enough"), [("", "", False), ("", BY_HAND, True)])
def test_only_the_solution_is_not_enough(
    options: str, more: str, enough: bool, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks = scores(options, more)
    monkeypatch.setattr(own_evidence, "checks_of", lambda _: {"attention_scores": checks})
    exercise = course.exercise("01_self_attention", "attention_scores")
    assert has_own_evidence(exercise) is enough
    assert evidence_beside_the_solution(exercise, ()).startswith(
        "" if enough else "only the solution says what is right; "
    )


def test_a_reference_of_its_own_is_evidence(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = scores("reference=attention_scores")
    monkeypatch.setattr(own_evidence, "checks_of", lambda _: {"attention_scores": checks})
    assert has_own_evidence(course.exercise("01_self_attention", "attention_scores"))


def test_every_exercise_of_this_course_has_evidence(course: Course) -> None:
    assert all(has_own_evidence(exercise) for part in course for exercise in part.exercises)
