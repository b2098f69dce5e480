"""Verdicts that are tested: every wrong program loses its points, every right style gets all of them."""

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from autograder.__main__ import main
from autograder.audit.matrix import build_matrices
from autograder.audit.programs import Program, read_programs, with_callers
from autograder.audit.report import matrix_html
from autograder.audit.run import GradedProgram, graded_program
from autograder.course import Course, Limits, load_course
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.exercise import ExerciseGrader
from autograder.grading.submission import grade_file
from autograder.sandbox.host.fork_server import ForkServer
from autograder.sandbox.host.isolation import Level, why_unavailable

PROGRAMS = read_programs(load_course(), list(load_course()))
BY_EXERCISE = {
    (exercise.assignment, exercise.name): [item for item in PROGRAMS if item.exercise == exercise]
    for exercise in dict.fromkeys(item.exercise for item in PROGRAMS)
}
# The exercises with the most work first: the workers then end together.
LONGEST_FIRST = sorted(BY_EXERCISE, key=lambda key: -len(BY_EXERCISE[key]))


def judge(grader: ExerciseGrader, course: Course, program: Program) -> GradedProgram:
    exercise = program.exercise
    exercises = with_callers(exercise, course.assignment(exercise.assignment).of_file(exercise.file))
    trials = grade_file(grader, exercises, {exercise.file: program.source})
    return graded_program(program, exercises, trials)


LEVELS = [level for level in (Level.BWRAP, Level.LANDLOCK) if why_unavailable(level) is None]
SHARE = 6  # one in so many wrong and right programs is judged at the other level too; `make matrix` judges all
WATCHED = ("not allowed", "allowed", "listed")  # about what a worker sees of calls
WATCHED_SHARE = 3  # one in so many of those: they take longest, and levels could differ most


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


@pytest.mark.slow
@pytest.mark.parametrize(("assignment", "exercise"), LONGEST_FIRST)
def test_every_verdict_is_as_it_should_be_at_each_level_and_every_check_has_a_reason(
    assignment: str,
    exercise: str,
    fork_servers: Callable[[Level], ForkServer],
    course: Course,
    impatient: Limits,
    recorded_checks: Callable[[str], RecordedChecks],
) -> None:
    if not LEVELS:
        pytest.skip("no strong level of isolation here")
    recorded = recorded_checks(assignment)
    programs = BY_EXERCISE[assignment, exercise]
    graders = {level: ExerciseGrader(fork_servers(level), impatient, recorded) for level in LEVELS}
    patient = {level: ExerciseGrader(fork_servers(level), course.limits, recorded) for level in LEVELS}
    strongest = [judge(graders[LEVELS[0]], course, item) for item in programs]
    # A busy machine may exceed the short limits of this test: what they spoil is judged again without them.
    strongest = [judge(patient[LEVELS[0]], course, item.program) if item.problem else item for item in strongest]
    assert {item.program.name: item.problem for item in strongest if item.problem} == {}
    tables = build_matrices(strongest, recorded)
    assert [name for matrix in tables for name in (*matrix.redundant, *matrix.untried)] == []
    assert "No verdicts to fix" in matrix_html(strongest, tables)
    drawn = at_both_levels(programs)
    for level in LEVELS[1:]:
        others = [judge(graders[level], course, item) for item in drawn]
        pairs = zip([item for item in strongest if item.program in drawn], others, strict=True)
        different = [one.program for one, other in pairs if one.results != other.results]
        # A slow import may exceed the short limits of this test at one level only.
        again = [
            (item.name, *(judge(patient[at], course, item).results for at in (LEVELS[0], level))) for item in different
        ]
        assert [name for name, one, other in again if one != other] == []


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


def test_an_audit_of_nothing_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "02", "--only", "n_hidden_pairs"]) == 2
    assert "solutions/*/programs contains no program for n_hidden_pairs" in capsys.readouterr().err
