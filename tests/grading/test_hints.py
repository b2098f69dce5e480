"""Which hint the first failed check has: that of the mistake with which its result agrees, or without one its own."""

from dataclasses import replace
from typing import Any

import pytest
import torch

from autograder.checking.assertions import FLOAT32, assert_tensor
from autograder.checking.failures import CheckFailedError, failure_from_exception
from autograder.checking.registry import CheckInfo
from autograder.checking.runner import Finding
from autograder.course import Exercise
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.exercise import Attempt
from autograder.grading.scoring import score_exercise
from autograder.results.rubric import NamedMistakes
from autograder.sandbox.host.student_text import as_call

EXERCISE = Exercise("01_order", "order.py", "largest", 2.0)
OWN = "Which number is larger than all others?"


@pytest.mark.parametrize(
    ("hint", "vague", "shown"),
    [("Look at every number.", False, "Look at every number."), ("", False, ""), ("", True, OWN)],
    ids=["a hint of its own", "none", "no reason"],
)
def test_beside_a_named_mistake_stands_no_hint_that_was_not_written_for_it(hint: str, vague: bool, shown: str) -> None:
    first = Finding(CheckInfo("largest.value", "t", 1.5, "core", OWN), CheckFailedError("wrong values", "3"), {})
    second = Finding(CheckInfo("largest.again", "t", 0.5, "core", "Again?"), CheckFailedError("wrong values", "3"), {})
    diagnosis = (Diagnosis("values", "takes-the-first", "the first number is returned", hint, vague),)
    result = score_exercise(EXERCISE, [Attempt((first, second), "", None, (), (), diagnosis)])
    assert [check.hint for check in result.checks] == [shown, ""]


def hints(findings: tuple[Finding, ...], **more: Any) -> list[str]:
    return [check.hint for check in score_exercise(EXERCISE, [Attempt(findings, "", None, (), (), **more)]).checks]


def failed(name: str, outcome: str, message: str) -> Finding:
    return Finding(CheckInfo(f"largest.{name}", "t", 0.5, "core", f"{name}?"), CheckFailedError(outcome, message), {})


DIAGNOSIS = (Diagnosis("values", "takes-the-first", "the first number is returned", "Look at every number."),)


def test_where_a_rubric_explains_every_answer_no_other_check_has_a_hint() -> None:
    findings = (failed("value", "wrong values", "f(2) is 3"), failed("again", "wrong shape", "f(2) has shape (2,)"))
    assert hints(findings, diagnosis=DIAGNOSIS)[1] == "again?"
    named = NamedMistakes((("takes-the-first", "values"),))
    assert hints(findings, diagnosis=DIAGNOSIS, matches=(named,))[1] == ""
    beside = replace(named, beside=("largest.again",))
    assert hints(findings, diagnosis=DIAGNOSIS, matches=(beside,))[1] == "again?"


@pytest.mark.parametrize(
    ("kind", "text", "shown"),
    [
        ("NameError", "name 'nn' is not defined", ""),
        ("TypeError", "'Tensor' object is not callable", ""),
        ("TypeError", "largest() got an unexpected keyword argument 'numbers'", OWN),
        ("RuntimeError", "shapes cannot be multiplied", OWN),
    ],
)
def test_an_exception_that_says_what_is_wrong_has_no_hint_of_a_check(kind: str, text: str, shown: str) -> None:
    failure = failure_from_exception({"type": kind, "text": text}, "largest(<3>)")
    assert hints((Finding(CheckInfo("largest.value", "t", 1.5, "robustness", OWN), failure, {}),)) == [shown]


@pytest.mark.parametrize("outcome", ["crashed", "wrong dtype"])
def test_a_hint_about_values_is_not_told_of_an_exception_or_a_dtype(outcome: str) -> None:
    assert hints((failed("one", outcome, "f(2) is no number"),)) == [""]
    assert hints((failed("one", "wrong shape", "f(2) is no number"),)) == ["one?"]


def test_checks_that_found_the_same_have_one_hint() -> None:
    calls = (as_call("f('one')"), as_call("f('two')"))
    one, two = (f"{call} is no number" for call in calls)
    findings = (failed("one", "wrong values", one), failed("two", "wrong values", two))
    assert hints(findings) == ["one?", ""]


def test_checks_that_only_count_wrong_values_keep_their_hints() -> None:
    with pytest.raises(CheckFailedError) as caught:
        assert_tensor(torch.zeros(4), torch.ones(4), FLOAT32, called=as_call("f(2)"))
    infos = [CheckInfo(f"largest.{name}", "t", 0.5, "core", f"{name}?") for name in ("one", "two")]
    findings = tuple(Finding(info, caught.value, {}) for info in infos)
    assert hints(findings) == ["one?", "two?"]


def test_beside_a_diagnosis_no_check_has_a_hint_that_others_would_have_too() -> None:
    crashed = tuple(failed(name, "wrong type", "f(2) returned a list") for name in ("one", "two"))
    findings = (failed("value", "wrong values", "f(2) is 3"), *crashed)
    assert hints(findings, diagnosis=DIAGNOSIS)[1:] == ["", ""]
    assert hints(findings[:2], diagnosis=DIAGNOSIS)[1:] == ["one?"]
