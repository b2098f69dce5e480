"""Verdicts that are tested: every wrong program loses its points, every right style gets all of them."""

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from autograder.__main__ import main
from autograder.audit.matrix import build_matrices
from autograder.audit.programs import Program, read_programs
from autograder.audit.report import matrix_html
from autograder.course import Course, load_course
from autograder.execution.prewarm import RecordedChecks
from tests.helpers.zoo import LEVELS, Zoo

PROGRAMS = read_programs(load_course(), list(load_course()))
BY_EXERCISE = {
    (exercise.assignment, exercise.name): [item for item in PROGRAMS if item.exercise == exercise]
    for exercise in dict.fromkeys(item.exercise for item in PROGRAMS)
}
# The exercises with the most work first: the workers then end together.
LONGEST_FIRST = sorted(BY_EXERCISE, key=lambda key: -len(BY_EXERCISE[key]))
SHARE = 6  # one in so many wrong and right programs is judged at the other level too; `make matrix` judges all
WATCHED = ("not allowed", "allowed", "listed")  # about what a worker sees of calls
WATCHED_SHARE = 3  # one in so many of those: they take longest, and levels could differ most
FRESH = 30  # programs judged again in every run, whatever is known of them
SEED = random.randrange(10**6)


def at_both_levels(programs: list[Program]) -> list[Program]:
    """A sample, larger among programs about the from-scratch rule; at least one of each kind that is sampled."""
    draw = random.Random(programs[0].exercise.full_name)
    watched = [item for item in programs if item.kind in WATCHED]
    others = [item for item in programs if item.kind not in WATCHED]
    drawn = [
        *draw.sample(watched, math.ceil(len(watched) / WATCHED_SHARE)),
        *draw.sample(others, math.ceil(len(others) / SHARE)),
    ]
    return [item for item in programs if item in drawn]


@pytest.mark.parametrize(("assignment", "exercise"), LONGEST_FIRST)
def test_every_verdict_is_as_it_should_be_at_each_level_and_every_check_has_a_reason(
    assignment: str, exercise: str, zoo: Zoo, recorded_checks: Callable[[str], RecordedChecks]
) -> None:
    programs = BY_EXERCISE[assignment, exercise]
    strongest = zoo.judged(programs)
    assert {item.program.name: item.problem for item in strongest if item.problem} == {}
    tables = build_matrices(strongest, recorded_checks(assignment))
    assert [name for matrix in tables for name in (*matrix.redundant, *matrix.untried)] == []
    assert "No verdicts to fix" in matrix_html(strongest, tables)
    results = {item.program: item.results for item in strongest}
    for level in LEVELS[1:]:
        others = zoo.judged(at_both_levels(programs), level)
        assert [item.program.name for item in others if item.results != results[item.program]] == []


def test_programs_drawn_anew_get_the_verdicts_that_are_kept(
    zoo: Zoo, record_property: Callable[[str, object], None]
) -> None:
    record_property("seed of the programs that were judged again", SEED)
    drawn = random.Random(SEED).sample(PROGRAMS, FRESH)
    pairs = zip(zoo.judged(drawn), zoo.judged(drawn, fresh=True), strict=True)
    assert [kept.program.name for kept, fresh in pairs if kept != fresh] == [], "see `autograder audit --fresh`"
    if problem := next((cache.problem for cache in zoo.caches.values() if cache.problem), ""):
        record_property("kept verdicts", problem)


def test_every_exercise_has_programs_that_are_judged_at_both_levels() -> None:
    drawn = {key: at_both_levels(programs) for key, programs in BY_EXERCISE.items()}
    assert all(drawn.values())
    watched = [item for item in PROGRAMS if item.kind in WATCHED]
    least = len(watched) / WATCHED_SHARE + (len(PROGRAMS) - len(watched)) / SHARE
    assert sum(map(len, drawn.values())) >= least
    assert {item.exercise.key for item in watched} == {
        key for key, programs in drawn.items() if any(item.kind in WATCHED for item in programs)
    }
    assert drawn == {key: at_both_levels(programs) for key, programs in BY_EXERCISE.items()}, "the same in every run"


def count(kind: str) -> Counter[str]:
    return Counter(item.exercise.name for item in PROGRAMS if item.kind == kind)


def test_every_graded_name_has_wrong_programs_and_right_styles(course: Course) -> None:
    names = [exercise.name for assignment in course for exercise in assignment.exercises]
    wrong, styles = count("wrong"), count("right")
    assert [name for name in names if wrong[name] < 3] == []
    assert [name for name in names if styles[name] < 2] == []


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
