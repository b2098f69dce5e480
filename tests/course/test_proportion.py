"""What a mistake costs: one slip not everything, what defeats the purpose not nothing, a name hardly anything."""

import pytest

from autograder.audit.programs import Program, read_programs
from autograder.checking.registry import checks_of
from autograder.course import Course, load_course
from autograder.results.model import ExerciseResult
from tests.helpers.zoo import Zoo

PARTS = ("00_warmup", "01_self_attention", "02_causal")
QUARTER = 0.25
PROGRAMS = [
    item
    for item in read_programs(load_course(), [load_course().assignment(part) for part in PARTS])
    if item.kind == "wrong"
]
# Formulas: whether large sizes are counted exactly cannot be said of a count that is wrong.
SCALES = [
    item
    for item in PROGRAMS
    if item.family == "scale"
    and item.level == "core"
    and (item.exercise.file != "derivations.py" or item.exercise.name == "key_bias_shift")
]
RENAMED = [item for item in PROGRAMS if item.cell_name in ("renamed", "other_argument")]
DEFEATING = [  # values that are stale, a mode that changes the result, a graph that is cut
    item
    for item in PROGRAMS
    if item.cell_name in ("same_place", "keeps_matrices", "wrong_in_eval", "detached", "no_grad", "cut_under_dropout")
]


def own(zoo: Zoo, program: Program) -> ExerciseResult:
    """The result of a program in its own exercise."""
    (graded,) = zoo.judged([program])
    return graded.own


def name(program: Program) -> str:
    return program.key


@pytest.mark.parametrize("program", SCALES, ids=name)
def test_a_wrong_scale_costs_no_robustness(program: Program, zoo: Zoo) -> None:
    lost = [check.id for check in own(zoo, program).checks if check.level == "robustness" and check.outcome != "right"]
    assert lost == []


@pytest.mark.parametrize("program", RENAMED, ids=name)
def test_another_name_of_an_argument_costs_the_check_of_names_alone(program: Program, zoo: Zoo) -> None:
    lost = [check.id for check in own(zoo, program).checks if check.outcome != "right"]
    assert lost == [f"{program.exercise.name}.names"]


@pytest.mark.parametrize("program", DEFEATING, ids=name)
def test_what_defeats_the_purpose_costs_a_quarter_at_least(program: Program, zoo: Zoo) -> None:
    result = own(zoo, program)
    assert result.score <= (1 - QUARTER) * result.max_score


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


def test_there_are_programs_of_each_kind() -> None:
    assert len(SCALES) > 60
    assert len(RENAMED) > 25
    assert len(DEFEATING) > 20
