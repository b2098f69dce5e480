"""Verdicts that are tested: every wrong program loses its points, every right style gets all of them."""

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from autograder.__main__ import main
from autograder.audit.matrix import build_matrices
from autograder.audit.programs import Program
from autograder.audit.report import matrix_html
from autograder.course import Course, Exercise, load_course
from autograder.execution.prewarm import RecordedChecks
from tests.helpers.zoo import Zoo, levels, programs

SHARE = 20  # one in so many wrong and right programs is judged at the other level too; `make matrix` judges all
WATCHED = ("not allowed", "allowed", "listed")  # about what a worker sees of calls
WATCHED_SHARE = 6  # one in so many of those: they take longest, and levels could differ most
FRESH = 30  # programs judged again in every run, whatever is known of them
SEED = random.randrange(10**6)


def size_of_programs(exercise: Exercise) -> int:
    files = (load_course().solutions_folder / exercise.assignment / "programs").glob(f"{exercise.name}*.py")
    return sum(path.stat().st_size for path in files)


# The exercises with the most work first: the workers then end together. No program is read for that.
LONGEST_FIRST = sorted((item for part in load_course() for item in part.exercises), key=size_of_programs, reverse=True)


def of_exercise(exercise: Exercise) -> list[Program]:
    return [item for item in programs() if item.exercise == exercise]


def at_both_levels(every: list[Program]) -> list[Program]:
    """A sample, larger among programs about the from-scratch rule; at least one of each kind that is sampled."""
    draw = random.Random(every[0].exercise.full_name)
    watched = [item for item in every if item.kind in WATCHED]
    others = [item for item in every if item.kind not in WATCHED]
    drawn = [
        *draw.sample(watched, math.ceil(len(watched) / WATCHED_SHARE)),
        *draw.sample(others, math.ceil(len(others) / SHARE)),
    ]
    return [item for item in every if item in drawn]


@pytest.mark.parametrize("exercise", LONGEST_FIRST, ids=lambda item: item.full_name)
def test_every_verdict_is_as_it_should_be_at_each_level_and_every_check_has_a_reason(
    exercise: Exercise, zoo: Zoo, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    every = of_exercise(exercise)
    strongest = zoo.judged(every)
    assert {item.program.name: item.problem for item in strongest if item.problem} == {}
    tables = build_matrices(strongest, recorded_checks(exercise.assignment))
    assert [name for matrix in tables for name in (*matrix.redundant, *matrix.untried)] == []
    assert "No verdicts to fix" in matrix_html(strongest, tables)
    results = {item.program: item.results for item in strongest}
    for level in levels()[1:]:
        others = zoo.judged(at_both_levels(every), level)
        assert [item.program.name for item in others if item.results != results[item.program]] == []


def test_programs_drawn_anew_get_the_verdicts_that_are_kept(
    zoo: Zoo, record_property: Callable[[str, object], None]
) -> None:
    record_property("seed of the programs that were judged again", SEED)
    kept = {item.program: item for item in zoo.judged(random.Random(SEED).sample(programs(), FRESH))}
    differ = [item.program for item in zoo.judged(list(kept), fresh=True) if item != kept[item.program]]
    again = zoo.judged(differ, fresh=True)  # a busy machine may be too slow once
    assert [item.program.name for item in again if item != kept[item.program]] == [], "see `autograder audit --fresh`"
    if problem := next((cache.problem for cache in zoo.caches.values() if cache.problem), ""):
        record_property("kept verdicts", problem)


@pytest.mark.zoo
def test_every_exercise_has_programs_that_are_judged_at_both_levels() -> None:
    drawn = {exercise: at_both_levels(of_exercise(exercise)) for exercise in LONGEST_FIRST}
    assert all(drawn.values())
    watched = [item for item in programs() if item.kind in WATCHED]
    least = len(watched) / WATCHED_SHARE + (len(programs()) - len(watched)) / SHARE
    assert sum(map(len, drawn.values())) >= least
    assert {item.exercise for item in watched} == {
        exercise for exercise, own in drawn.items() if any(item.kind in WATCHED for item in own)
    }
    assert drawn == {exercise: at_both_levels(of_exercise(exercise)) for exercise in LONGEST_FIRST}, "in every run"


def count(kind: str) -> Counter[str]:
    return Counter(item.exercise.name for item in programs(kind))


@pytest.mark.zoo
def test_every_graded_name_has_wrong_programs_and_right_styles(course: Course) -> None:
    names = [exercise.name for assignment in course for exercise in assignment.exercises]
    wrong, styles = count("wrong"), count("right")
    assert [name for name in names if wrong[name] < 3] == []
    assert [name for name in names if styles[name] < 2] == []


@pytest.mark.zoo
def test_there_are_many_programs_of_each_kind() -> None:
    assert count("wrong").total() >= 250
    assert count("right").total() >= 120
    assert count("not allowed").total() >= 20
    assert count("allowed").total() >= 20
    assert count("listed").total() >= 5


@pytest.mark.sandbox
def test_an_audit_of_nothing_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "02", "--only", "n_hidden_pairs"]) == 2
    assert "solutions/*/programs contains no program for n_hidden_pairs" in capsys.readouterr().err
