"""Judging mutants through the wall, many at once: a mutant is killed when one check of its exercise fails."""

import dataclasses
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from autograder.audit.mutants.generate import Mutant
from autograder.audit.run import BENCH, take_bench
from autograder.checks.rehearsal import Rehearsed
from autograder.classroom.rehearse import Rehearsals
from autograder.course import Course, Exercise
from autograder.grading.exercise import Trial
from autograder.sandbox.launch import Level

IMPATIENT = {"seconds_per_request": 1.0, "seconds_per_exercise": 3.0}
PATIENT = {"seconds_per_request": 5.0, "seconds_per_exercise": 12.0}
SLOW = {"timed out", "not run"}  # how checks end when nothing worse than slowness is known


def survivors(
    course: Course, level: Level, rehearsals: Rehearsals, mutants: Sequence[Mutant], jobs: int
) -> list[Mutant]:
    """The mutants that no check rejects; what only took long is judged again with more patience."""
    lost = dict(zip(mutants, _judge_all(_limited(course, IMPATIENT), level, rehearsals, mutants, jobs), strict=True))
    slow = [mutant for mutant, outcomes in lost.items() if outcomes and outcomes <= SLOW]
    lost |= zip(slow, _judge_all(_limited(course, PATIENT), level, rehearsals, slow, jobs), strict=True)
    return [mutant for mutant, outcomes in lost.items() if not outcomes]


def rejections(trial: Trial) -> set[str]:
    """How the checks end that a trial does not pass."""
    failed = {finding.outcome for finding in trial.findings if finding.verdict is not None}
    return failed | ({"not allowed"} if trial.forbidden else set())


def unshrunk(rehearsals: Rehearsals, exercises: Sequence[Exercise]) -> Rehearsals:
    """The same cases as plain checks: nobody reads a counterexample here, so none is made smaller."""
    wanted = {(exercise.assignment, exercise.name) for exercise in exercises}
    return {key: tuple(map(_plain, checks)) for key, checks in rehearsals.items() if key in wanted}


def _plain(rehearsed: Rehearsed) -> Rehearsed:
    check = rehearsed.check
    if not check.is_property:
        return rehearsed
    inner = check.function.hypothesis.inner_test  # type: ignore[attr-defined]
    return Rehearsed(dataclasses.replace(check, function=inner), rehearsed.cases)


def _limited(course: Course, seconds: dict[str, float]) -> Course:
    return dataclasses.replace(course, limits=dataclasses.replace(course.limits, **seconds))  # type: ignore[arg-type]


def _judge_all(
    course: Course, level: Level, rehearsals: Rehearsals, mutants: Sequence[Mutant], jobs: int
) -> Iterator[set[str]]:
    if not mutants:
        return
    plain = unshrunk(rehearsals, [mutant.exercise for mutant in mutants])
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, context, take_bench, (course, level, plain)) as pool:
        yield from pool.map(_judge, mutants, chunksize=4)


def _judge(mutant: Mutant) -> set[str]:
    return rejections(BENCH[0].try_exercise(mutant.exercise, {mutant.exercise.file: mutant.source}, {}))
