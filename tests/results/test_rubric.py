"""What named mistakes leave of an exercise: points from an entry and checks, and the line about them."""

from typing import Any

import pytest

from autograder.results.model import CheckResult, ExerciseResult
from autograder.results.rubric import MistakeCost, RubricMatch, points_by_rubric, rubric_line, rubric_share
from tests.helpers.result_factory import DIAGNOSIS

SCALE = MistakeCost("no-scale", "scale", 0.4, "rubric.families.scale")
MASK = MistakeCost("no-mask", "mask", 0.5, "rubric.mistakes.no-mask")


def graded(match: RubricMatch | None, gained: float = 0.5, device: float = 0.0) -> dict[str, Any]:
    """An exercise worth 4: its values 3.5, of which some were gained, and its device half a point."""
    checks = (
        CheckResult("f.values", "values", "core", gained, 3.5, "right" if gained == 3.5 else "wrong values"),
        CheckResult("f.device", "device", "robustness", device, 0.5, "right" if device else "crashed"),
    )
    return ExerciseResult("f", "f.py", 4.0, "wrong values", checks, rubric=match).to_json()


def test_one_mistake_costs_its_share() -> None:
    exercise = graded(RubricMatch((SCALE,)), device=0.5)
    assert exercise["score"] == 2.4
    assert rubric_line(exercise) == "One mistake: −1.6 of 4"
    assert exercise["rubric"]["mistakes"] == [vars(SCALE)]
    assert (exercise["rubric"]["share"], exercise["rubric"]["amount"]) == (0.4, 1.6)


def test_the_second_mistake_costs_its_share_of_what_the_first_one_leaves() -> None:
    match = RubricMatch((SCALE, MASK))
    assert match.share == 0.7
    exercise = graded(match)
    assert exercise["score"] == 1.2
    assert rubric_line(exercise) == "Two mistakes: −2.8 of 4"


def test_a_check_that_the_mistake_does_not_explain_costs_its_points() -> None:
    exercise = graded(RubricMatch((SCALE,), ("f.device",)))
    assert exercise["score"] == 1.9
    assert rubric_line(exercise).endswith(", and −0.5 for 1 other check")


def test_where_more_mistakes_are_told_than_priced_the_line_counts_none() -> None:
    told = [DIAGNOSIS, DIAGNOSIS | {"name": "other"}]
    checks = [CheckResult(f"f.{item['name']}", "", "core", 0, 2, "wrong values", diagnosis=(item,)) for item in told]
    exercise = ExerciseResult("f", "f.py", 4.0, "wrong values", tuple(checks), rubric=RubricMatch((SCALE,))).to_json()
    assert rubric_line(exercise) == "All mistakes together: −1.6 of 4"


def test_the_rubric_never_takes_what_checks_have_given() -> None:
    exercise = graded(RubricMatch((SCALE,)), gained=2.5)
    assert exercise["score"] == 2.5
    assert rubric_line(exercise) == ""
    assert graded(RubricMatch((SCALE,)), gained=3.5, device=0.5)["score"] == 4


def test_two_mistakes_get_no_more_than_one_of_them_even_if_they_cancel() -> None:
    cancelling = RubricMatch((SCALE, MASK), at_most=2.0)
    assert graded(cancelling, gained=2.5)["score"] == 2.0
    assert graded(cancelling, gained=3.5, device=0.5)["score"] == 4  # where checks that failed do not count any more


def test_without_a_named_mistake_the_checks_decide() -> None:
    exercise = graded(None)
    assert (exercise["score"], rubric_line(exercise), "rubric" in exercise) == (0.5, "", False)
    assert rubric_share(exercise) == "its checks alone"
    assert rubric_share(graded(RubricMatch((SCALE,)))) == "the rubric takes 40 % (scale)"


@pytest.mark.parametrize("gained", [0.0, 0.5, 1.7, 3.5])
def test_points_never_exceed_what_the_exercise_is_worth_nor_fall_below_its_checks(gained: float) -> None:
    checks = [{"id": "a", "score": gained, "max_score": 4.0}]
    for share in (0.0, 0.3, 1.0):
        entry = RubricMatch((MistakeCost("a", "scale", share, "rubric.default"),)).to_json(4.0)
        assert gained <= points_by_rubric(entry, 4.0, checks) <= 4.0
