"""What a result says of substitutes: only that they were used where they were."""

from dataclasses import replace

from autograder.checking.failures import CheckFailedError
from autograder.checking.registry import CheckInfo
from autograder.checking.runner import Finding
from autograder.course import Exercise, Visibility
from autograder.grading.exercise import Attempt
from autograder.grading.scoring import score_exercise

EXERCISE = Exercise("01_order", "order.py", "largest", 2.0)
CORE = Finding(CheckInfo("largest.value", "t", 1.5, "core", "Which?"), None, {})
FRAGILE = CheckInfo("largest.dtype", "t", 0.5, "robustness", "Which dtype?")
OWN = Attempt((CORE, Finding(FRAGILE, CheckFailedError("wrong dtype", "float64"), {})), "", None, (), ())


def test_an_exercise_that_uses_nothing_of_what_was_replaced_is_not_called_judged_with_it_replaced() -> None:
    not_run_again = replace(OWN, replaced=("smallest",))
    assert score_exercise(EXERCISE, [OWN, not_run_again]).note == ""


def test_an_exercise_that_is_right_only_with_a_substitute_for_what_it_uses_says_so() -> None:
    right = replace(OWN, findings=(CORE, Finding(FRAGILE, None, {})), replaced=("smallest", "median"))
    assert score_exercise(EXERCISE, [replace(right, used=("median",))]).note == (
        "judged with median replaced by a correct definition, because a mistake costs once"
    )
    assert score_exercise(EXERCISE, [right]).note == "", "what it uses is not known"


def test_an_exercise_whose_core_is_right_with_substitutes_says_so() -> None:
    failed = Finding(CORE.info, CheckFailedError("wrong values", "3"), {})
    wrong, with_substitute = replace(OWN, findings=(failed, OWN.findings[1])), replace(OWN, replaced=("smallest",))
    result = score_exercise(EXERCISE, [wrong, with_substitute], Visibility(substituted="whole"))
    assert result.note.startswith("judged with smallest replaced by a correct definition")
    assert [check.score for check in result.checks] == [1.5, 0.0]


def test_of_a_trial_that_is_better_only_points_are_shown() -> None:
    failed = Finding(CORE.info, CheckFailedError("crashed", "3"), {})
    hidden = Finding(FRAGILE, CheckFailedError("wrong dtype", "float64"), {})
    wrong, with_substitute = replace(OWN, findings=(failed, OWN.findings[1])), replace(OWN, replaced=("smallest",))
    result = score_exercise(EXERCISE, [wrong, replace(with_substitute, findings=(CORE, hidden))])
    assert [check.score for check in result.checks] == [1.5, 0.0]
    assert [check.outcome for check in result.checks] == ["right", "wrong values"]
    assert "float64" not in str(result.to_json())


def test_the_own_file_counts_where_it_is_not_worse() -> None:
    failed = Finding(CORE.info, CheckFailedError("crashed", "3"), {})
    other = replace(OWN, findings=(failed, OWN.findings[1]), replaced=("smallest",))
    assert score_exercise(EXERCISE, [OWN, other]).checks[1].outcome == "wrong dtype"
