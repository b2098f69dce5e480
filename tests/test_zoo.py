"""Verdicts that are proved: every wrong program loses its points, every right style gets all of them."""

from collections import Counter
from collections.abc import Callable

import pytest

from autograder.audit.callers import affected
from autograder.audit.run import Judged
from autograder.audit.zoo import Specimen, read_zoo
from autograder.classroom.rehearse import Rehearsals
from autograder.course import Course, Limits, load_course
from autograder.grading.exercise import Bench
from autograder.grading.scoring import score_exercise
from autograder.grading.submission import judge_file
from autograder.sandbox.choose import choose
from autograder.sandbox.launch import Level
from autograder.sandbox.zygote import Zygote

SHARD = 40
SPECIMENS = {item.id: read_zoo(load_course(), [item]) for item in load_course()}
SHARDS = [(name, start) for name, found in SPECIMENS.items() for start in range(0, len(found), SHARD)]


def judge(bench: Bench, course: Course, specimen: Specimen) -> Judged:
    exercise = specimen.exercise
    exercises = affected(exercise, course.assignment(exercise.assignment).of_file(exercise.file))
    trials = judge_file(bench, exercises, {exercise.file: specimen.source})
    return Judged(specimen, tuple(score_exercise(item, trials[item.name]) for item in exercises))


@pytest.mark.slow
@pytest.mark.parametrize(("assignment", "start"), SHARDS)
def test_every_verdict_is_as_it_should_be(
    assignment: str,
    start: int,
    zygotes: Callable[[Level], Zygote],
    course: Course,
    impatient: Limits,
    rehearsals: Callable[[str], Rehearsals],
) -> None:
    bench = Bench(zygotes(choose(None)), impatient, rehearsals(assignment))
    judged = [judge(bench, course, specimen) for specimen in SPECIMENS[assignment][start : start + SHARD]]
    assert {item.specimen.name: item.problem for item in judged if item.problem} == {}


def count(kind: str) -> Counter[str]:
    return Counter(s.exercise.name for found in SPECIMENS.values() for s in found if s.kind == kind)


def test_every_graded_name_has_wrong_programs_and_right_styles(course: Course) -> None:
    names = [exercise.name for assignment in course for exercise in assignment.exercises]
    wrong, styles = count("wrong"), count("style")
    assert [name for name in names if wrong[name] < 3] == []
    assert [name for name in names if styles[name] < 2] == []


def test_the_zoos_are_wide() -> None:
    assert count("wrong").total() >= 250
    assert count("style").total() >= 120
    assert count("violation").total() >= 20
    assert count("allowed").total() >= 20


@pytest.mark.slow
def test_every_check_rejects_something(
    zygotes: Callable[[Level], Zygote], course: Course, impatient: Limits, rehearsals: Callable[[str], Rehearsals]
) -> None:
    """On one part here; `autograder audit --matrix` shows all."""
    bench = Bench(zygotes(choose(None)), impatient, rehearsals("04_cross"))
    wrong = [specimen for specimen in SPECIMENS["04_cross"] if specimen.kind == "wrong"]
    failed: set[str] = set()
    checks: set[str] = set()
    for specimen in wrong:
        own = judge(bench, course, specimen).own
        checks |= {check.id for check in own.checks}
        failed |= {check.id for check in own.checks if check.outcome != "right"}
    assert checks - failed == set()
