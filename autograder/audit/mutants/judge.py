"""Judging mutants through the wall, many at once: a mutant is killed when one check of its exercise fails."""

import dataclasses
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from autograder.audit.mutants.generate import Mutant
from autograder.checking.recording import Rehearsed
from autograder.checking.runner import run_checks
from autograder.course import Course, Limits
from autograder.execution.prewarm import RecordedChecks
from autograder.grading.code_reading import CodeReading
from autograder.grading.from_scratch import broken_rule
from autograder.grading.replay import SLOW
from autograder.sandbox.launch import Level
from autograder.sandbox.material import Material
from autograder.sandbox.session import Session
from autograder.sandbox.zygote import Zygote

IMPATIENT = {"seconds_per_request": 1.0, "seconds_per_exercise": 3.0}
PATIENT = {"seconds_per_request": 5.0, "seconds_per_exercise": 12.0}


@dataclass(frozen=True)
class Bench:
    """What a judging process needs."""

    zygote: Zygote
    limits: Limits
    rehearsals: RecordedChecks


BENCH: list[Bench] = []  # the one bench of this process; filled by the pool's initializer


def survivors(
    course: Course, level: Level, rehearsals: RecordedChecks, mutants: Sequence[Mutant], jobs: int
) -> list[Mutant]:
    """The mutants that no check rejects; what only took long is judged again with more patience."""
    lost = dict(zip(mutants, _judge_all(_limited(course, IMPATIENT), level, rehearsals, mutants, jobs), strict=True))
    slow = [mutant for mutant, outcomes in lost.items() if outcomes and outcomes <= SLOW]
    lost |= zip(slow, _judge_all(_limited(course, PATIENT), level, rehearsals, slow, jobs), strict=True)
    return [mutant for mutant, outcomes in lost.items() if not outcomes]


def unshrunk(rehearsals: RecordedChecks, mutants: Sequence[Mutant]) -> RecordedChecks:
    """The same cases as plain checks: nobody reads a counterexample here, so none is made smaller."""
    wanted = {(mutant.exercise.assignment, mutant.exercise.name) for mutant in mutants}
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
    course: Course, level: Level, rehearsals: RecordedChecks, mutants: Sequence[Mutant], jobs: int
) -> Iterator[set[str]]:
    if not mutants:
        return
    bench = Bench(Zygote(level, course.limits), course.limits, unshrunk(rehearsals, mutants))
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(jobs, context, BENCH.append, (bench,)) as pool:
        yield from pool.map(_judge, mutants, chunksize=4)


def _judge(mutant: Mutant) -> set[str]:
    """How the checks end that do not pass. Nobody reads why, so no diagnosis is made."""
    exercise, bench = mutant.exercise, BENCH[0]
    checks = bench.rehearsals[exercise.assignment, exercise.name]
    material = Material({exercise.file: mutant.source}, exercise.file)
    with Session(bench.zygote, material, bench.limits) as session:
        failed = {finding.outcome for finding in run_checks(checks, session) if finding.verdict is not None}
        code = CodeReading(bench.zygote, bench.limits, material)
        return failed or ({"not allowed"} if broken_rule(exercise, session.library_calls, code) else set())
