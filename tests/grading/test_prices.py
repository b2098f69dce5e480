"""Points follow from a verdict and from prices: another price needs no other verdict."""

from dataclasses import replace

import pytest

from autograder.course.model import Rubric
from autograder.grading.prices import priced
from autograder.results.model import CheckResult, ExerciseResult
from autograder.results.rubric import NamedMistakes

SCALE, MASK = ("no-scale", "scale"), ("no-mask", "mask")
RUBRIC = Rubric({"scale": 0.4, "mask": 0.6})
FAILED, PASSED = ("wrong values", 0.0), ("right", 1.0)


def result(*matches: NamedMistakes, values: tuple[str, float] = FAILED, **more: object) -> ExerciseResult:
    """An exercise worth 4 whose values (3 points) are wrong and whose dtype (1 point) is right."""
    checks = (
        CheckResult("f.values", "the values", "core", values[1] * 3, 3, values[0]),
        CheckResult("f.dtype", "the dtype", "robustness", 1, 1, "right"),
    )
    return replace(ExerciseResult("f", "f.py", 4, "wrong values", checks, matches=matches), **more)


def points(item: ExerciseResult, rubric: Rubric = RUBRIC, max_score: float = 4, **worth: float) -> float:
    return priced(item, rubric, max_score, {f"f.{name}": value for name, value in worth.items()}).score


def test_without_named_mistakes_the_checks_decide() -> None:
    assert points(result()) == 1


def test_a_mistake_costs_what_its_price_is_today() -> None:
    own = result(NamedMistakes((SCALE,)))
    assert points(own) == 2.4
    assert points(own, Rubric({"scale": 0.25})) == 3
    assert points(own, Rubric({"scale": 0.25}, {"no-scale": 0.5})) == 2
    assert points(own, Rubric({"mask": 0.5})) == 1, "it has no price"


def test_points_are_the_same_whatever_they_were_before() -> None:
    own = result(NamedMistakes((SCALE,)))
    dear = priced(own, Rubric({"scale": 0.7}), 8, {"f.values": 7})
    assert dear.score == 2.4
    assert priced(dear, RUBRIC, 4, {"f.values": 3}) == priced(own, RUBRIC, 4, {})


def test_of_several_explanations_the_cheapest_counts() -> None:
    own = result(NamedMistakes((MASK,)), NamedMistakes((SCALE,)))
    assert points(own) == 2.4
    assert points(own, Rubric({"scale": 0.6, "mask": 0.5})) == 2


def test_checks_and_exercises_have_the_worth_of_today() -> None:
    assert points(result(), max_score=8, values=4, dtype=4) == 4
    assert points(result(values=PASSED), max_score=8, values=4, dtype=4) == 8
    assert points(result(NamedMistakes((SCALE,))), max_score=8, values=7) == 4.8


def test_a_failed_check_beside_the_mistake_costs_its_own_points() -> None:
    named = NamedMistakes((SCALE,), beside=("f.dtype",))
    checks = tuple(replace(item, score=0.0) for item in result().checks)
    assert points(replace(result(named), checks=checks)) == 1.4


def test_two_mistakes_that_cancel_get_no_more_than_one_alone() -> None:
    alone = (("f.dtype",), ("f.dtype",))
    own = result(NamedMistakes((SCALE, MASK), alone=alone), values=PASSED)
    assert points(replace(own, checks=(replace(own.checks[0], score=2.0, max_score=2.0), own.checks[1]))) == 1.6
    assert points(result(NamedMistakes((SCALE, MASK), alone=alone))) == 1, "no limit: the checks give less"


@pytest.mark.parametrize(("share", "score", "outcome"), [(0.4, 2.4, "wrong values"), (0.95, 1, "crashed")])
def test_which_trial_counts_depends_on_the_prices(share: float, score: float, outcome: str) -> None:
    own = result(outcome="crashed")
    other = result(NamedMistakes((SCALE,)))
    chosen = priced(replace(own, trials=(own, other)), Rubric({"scale": share}), 4, {})
    assert (chosen.score, chosen.outcome) == (score, outcome)
    again = priced(chosen, Rubric({"scale": 0.2}), 4, {})
    assert (again.score, again.outcome) == (3.2, "wrong values")


def test_a_trial_with_points_comes_before_a_result_that_waits_for_a_person() -> None:
    own, other = result(needs_person="refused"), result()
    assert not priced(replace(own, trials=(own, other)), RUBRIC, 4, {}).needs_person
