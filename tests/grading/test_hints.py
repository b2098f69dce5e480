"""Which hint the first failed check has: that of the mistake with which its result agrees, or its own."""

import pytest

from autograder.checking.failures import CheckFailedError
from autograder.checking.registry import CheckInfo
from autograder.checking.runner import Finding
from autograder.course import Exercise
from autograder.diagnosis.mistakes import Diagnosis
from autograder.grading.exercise import Attempt
from autograder.grading.scoring import score_exercise

EXERCISE = Exercise("01_order", "order.py", "largest", 2.0)
OWN = "Which number is larger than all others?"


@pytest.mark.parametrize(
    ("hint", "shown"), [("Look at every number.", "Look at every number."), ("", OWN)], ids=["mistake", "check"]
)
def test_a_mistake_without_a_hint_leaves_the_check_its_own(hint: str, shown: str) -> None:
    first = Finding(CheckInfo("largest.value", "t", 1.5, "core", OWN), CheckFailedError("wrong values", "3"), {})
    second = Finding(CheckInfo("largest.again", "t", 0.5, "core", "Again?"), CheckFailedError("wrong values", "3"), {})
    diagnosis = (Diagnosis("values", "takes-the-first", "the first number is returned", hint),)
    result = score_exercise(EXERCISE, [Attempt((first, second), "", None, (), (), diagnosis)])
    assert [check.hint for check in result.checks] == [shown, ""]
