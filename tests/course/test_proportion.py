"""What a mistake costs: one slip not everything, what defeats the purpose not nothing, a name hardly anything."""

import pytest

from autograder.audit.programs import Program
from autograder.checking.registry import checks_of
from autograder.course import Course
from autograder.results.model import ExerciseResult
from tests.helpers.zoo import Zoo, programs

PARTS = ("00_warmup", "01_self_attention", "02_causal")
QUARTER = 0.25


def wrong() -> list[Program]:
    return [item for item in programs("wrong") if item.exercise.assignment in PARTS]


def lost(result: ExerciseResult, *levels: str) -> list[str]:
    return [check.id for check in result.checks if check.level in levels and check.outcome != "right"]


def test_a_wrong_scale_costs_no_robustness(zoo: Zoo) -> None:
    """Of a count that is wrong it cannot be said whether large sizes are counted exactly: no derivations but one."""
    scales = [
        item
        for item in wrong()
        if item.family == "scale"
        and item.level == "core"
        and (item.exercise.file != "derivations.py" or item.exercise.name == "key_bias_shift")
    ]
    assert len(scales) > 60
    assert {item.program.key: lost(item.own, "robustness") for item in zoo.judged(scales)} == {
        item.key: [] for item in scales
    }


def test_another_name_of_an_argument_costs_the_check_of_names_alone(zoo: Zoo) -> None:
    renamed = [item for item in wrong() if item.cell_name in ("renamed", "other_argument")]
    assert len(renamed) > 25
    assert {item.program.key: lost(item.own, "core", "robustness") for item in zoo.judged(renamed)} == {
        item.key: [f"{item.exercise.name}.names"] for item in renamed
    }


def test_what_defeats_the_purpose_costs_a_quarter_at_least(zoo: Zoo) -> None:
    """Values that are stale, a mode that changes the result, a graph that is cut."""
    names = ("same_place", "keeps_matrices", "wrong_in_eval", "detached", "no_grad", "cut_under_dropout")
    defeating = [item for item in wrong() if item.cell_name in names]
    assert len(defeating) > 20
    too_cheap = [item for item in zoo.judged(defeating) if item.own.score > (1 - QUARTER) * item.own.max_score]
    assert [item.program.key for item in too_cheap] == []


@pytest.mark.parametrize("part", PARTS)
def test_gradients_and_second_calls_are_worth_a_quarter_each(course: Course, part: str) -> None:
    few = [
        check.info.id
        for exercise in course.assignment(part).exercises
        for check in checks_of(part)[exercise.name]
        if check.info.id.split(".")[1] in ("gradient", "second_call", "repeated")
        and check.info.points < QUARTER * exercise.points
    ]
    assert few == []
